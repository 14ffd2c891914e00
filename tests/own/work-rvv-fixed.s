# The functions of `work-rvv.s` for vectors of a constant number of elements (`-march=rv64gcv_zvl256b`, without scalable ones).
#
# oxmca: loops --mtriple=riscv64-unknown-linux-gnu --mcpu=spacemit-x60
	.type	saxpy,@function
saxpy:
	beqz	a2, .LBB0_8
	li	a3, 32
	bgeu	a2, a3, .LBB0_3
	li	a3, 0
	j	.LBB0_6
.LBB0_3:
	andi	a3, a2, -32
	slli	a4, a3, 2
	add	a4, a4, a0
	mv	a5, a1
	mv	a6, a0
	vsetivli	zero, 16, e32, m2, ta, ma
.LBB0_4:
	vle32.v	v8, (a5)
	addi	a7, a5, 64
	vle32.v	v10, (a7)
	vle32.v	v12, (a6)
	addi	a7, a6, 64
	vle32.v	v14, (a7)
	vfmacc.vf	v12, fa0, v8
	vfmacc.vf	v14, fa0, v10
	vse32.v	v12, (a6)
	addi	a6, a6, 128
	addi	a5, a5, 128
	vse32.v	v14, (a7)
	bne	a6, a4, .LBB0_4
	beq	a2, a3, .LBB0_8
.LBB0_6:
	slli	a3, a3, 2
	slli	a4, a2, 2
	add	a2, a0, a3
	add	a1, a1, a3
	add	a0, a0, a4
.LBB0_7:
	flw	fa5, 0(a1)
	flw	fa4, 0(a2)
	fmadd.s	fa5, fa5, fa0, fa4
	fsw	fa5, 0(a2)
	addi	a2, a2, 4
	addi	a1, a1, 4
	bne	a2, a0, .LBB0_7
.LBB0_8:
	ret
	.size	saxpy, .-saxpy

	.type	dot,@function
dot:
	beqz	a2, .LBB1_3
	li	a3, 32
	bgeu	a2, a3, .LBB1_4
	fmv.w.x	fa0, zero
	li	a3, 0
	j	.LBB1_7
.LBB1_3:
	fmv.w.x	fa0, zero
	ret
.LBB1_4:
	vsetivli	zero, 16, e32, m2, ta, ma
	vmv.v.i	v8, 0
	andi	a3, a2, -32
	vmv.v.i	v10, 0
	slli	a4, a3, 2
	add	a4, a4, a1
	mv	a5, a0
	mv	a6, a1
.LBB1_5:
	vle32.v	v12, (a5)
	addi	a7, a5, 64
	vle32.v	v14, (a7)
	vle32.v	v16, (a6)
	addi	a7, a6, 64
	vle32.v	v18, (a7)
	vfmacc.vv	v8, v16, v12
	vfmacc.vv	v10, v18, v14
	addi	a6, a6, 128
	addi	a5, a5, 128
	bne	a6, a4, .LBB1_5
	vfadd.vv	v8, v10, v8
	vmv.s.x	v10, zero
	vfredusum.vs	v8, v8, v10
	vfmv.f.s	fa0, v8
	beq	a2, a3, .LBB1_9
.LBB1_7:
	slli	a3, a3, 2
	slli	a4, a2, 2
	add	a2, a1, a3
	add	a0, a0, a3
	add	a1, a1, a4
.LBB1_8:
	flw	fa5, 0(a0)
	flw	fa4, 0(a2)
	fmadd.s	fa0, fa4, fa5, fa0
	addi	a2, a2, 4
	addi	a0, a0, 4
	bne	a2, a1, .LBB1_8
.LBB1_9:
	ret
	.size	dot, .-dot

	.type	copy,@function
copy:
	beqz	a2, .LBB2_8
	li	a3, 32
	bgeu	a2, a3, .LBB2_3
	li	a3, 0
	j	.LBB2_6
.LBB2_3:
	andi	a3, a2, -32
	slli	a4, a3, 2
	add	a4, a4, a0
	mv	a5, a1
	mv	a6, a0
	vsetivli	zero, 16, e32, m2, ta, ma
.LBB2_4:
	vle32.v	v8, (a5)
	addi	a7, a5, 64
	vle32.v	v10, (a7)
	vadd.vi	v8, v8, 1
	vadd.vi	v10, v10, 1
	vse32.v	v8, (a6)
	addi	a7, a6, 64
	addi	a6, a6, 128
	addi	a5, a5, 128
	vse32.v	v10, (a7)
	bne	a6, a4, .LBB2_4
	beq	a2, a3, .LBB2_8
.LBB2_6:
	slli	a3, a3, 2
	slli	a4, a2, 2
	add	a2, a0, a3
	add	a1, a1, a3
	add	a0, a0, a4
.LBB2_7:
	lw	a3, 0(a1)
	addi	a3, a3, 1
	sw	a3, 0(a2)
	addi	a2, a2, 4
	addi	a1, a1, 4
	bne	a2, a0, .LBB2_7
.LBB2_8:
	ret
	.size	copy, .-copy

	.type	bytesum,@function
bytesum:
	beqz	a1, .LBB3_3
	li	a2, 32
	bgeu	a1, a2, .LBB3_4
	li	a3, 0
	li	a2, 0
	j	.LBB3_7
.LBB3_3:
	li	a0, 0
	ret
.LBB3_4:
	vsetivli	zero, 16, e32, m2, ta, ma
	vmv.v.i	v8, 0
	vmv.v.i	v10, 0
	andi	a3, a1, -32
	add	a2, a0, a3
	mv	a4, a0
.LBB3_5:
	vsetvli	zero, zero, e16, m1, ta, ma
	vle8.v	v12, (a4)
	addi	a5, a4, 16
	vle8.v	v13, (a5)
	vzext.vf2	v14, v12
	vzext.vf2	v12, v13
	vwaddu.wv	v8, v8, v14
	vwaddu.wv	v10, v10, v12
	addi	a4, a4, 32
	bne	a4, a2, .LBB3_5
	vsetvli	zero, zero, e32, m2, ta, ma
	vadd.vv	v8, v10, v8
	vmv.s.x	v10, zero
	vredsum.vs	v8, v8, v10
	vmv.x.s	a2, v8
	beq	a1, a3, .LBB3_9
.LBB3_7:
	add	a3, a3, a0
	add	a0, a0, a1
.LBB3_8:
	lbu	a1, 0(a3)
	addi	a3, a3, 1
	addw	a2, a2, a1
	bne	a3, a0, .LBB3_8
.LBB3_9:
	mv	a0, a2
	ret
	.size	bytesum, .-bytesum

	.type	stride2,@function
stride2:
	beqz	a2, .LBB4_9
	li	a3, 32
	bltu	a3, a2, .LBB4_3
	li	a3, 0
	j	.LBB4_7
.LBB4_3:
	andi	a3, a2, 31
	bnez	a3, .LBB4_5
	li	a3, 32
.LBB4_5:
	sub	a3, a2, a3
	slli	a4, a3, 2
	lui	a5, 263168
	addi	a4, a4, -128
	fmv.w.x	fa5, a5
	andi	a4, a4, -128
	add	a4, a4, a0
	addi	a4, a4, 128
	mv	a5, a0
	mv	a6, a1
.LBB4_6:
	vsetivli	zero, 31, e32, m4, ta, ma
	vle32.v	v8, (a6)
	addi	a7, a6, 128
	vsetivli	zero, 16, e32, m2, ta, ma
	vnsrl.wi	v12, v8, 0
	vsetivli	zero, 31, e32, m4, ta, ma
	vle32.v	v8, (a7)
	vsetivli	zero, 16, e32, m2, ta, ma
	vnsrl.wi	v14, v8, 0
	vfmul.vf	v8, v12, fa5
	vfmul.vf	v10, v14, fa5
	vse32.v	v8, (a5)
	addi	a7, a5, 64
	addi	a5, a5, 128
	addi	a6, a6, 256
	vse32.v	v10, (a7)
	bne	a5, a4, .LBB4_6
.LBB4_7:
	lui	a4, 263168
	fmv.w.x	fa5, a4
	slli	a4, a3, 2
	add	a4, a4, a0
	slli	a3, a3, 3
	slli	a2, a2, 2
	add	a1, a1, a3
	add	a0, a0, a2
.LBB4_8:
	flw	fa4, 0(a1)
	fmul.s	fa4, fa4, fa5
	fsw	fa4, 0(a4)
	addi	a4, a4, 4
	addi	a1, a1, 8
	bne	a4, a0, .LBB4_8
.LBB4_9:
	ret
	.size	stride2, .-stride2

	.type	gather,@function
gather:
	beqz	a3, .LBB5_8
	li	a4, 16
	bgeu	a3, a4, .LBB5_3
	li	a4, 0
	j	.LBB5_6
.LBB5_3:
	andi	a4, a3, -16
	slli	a6, a4, 2
	li	a5, 4
	add	a6, a6, a0
	mv	a7, a2
	mv	t0, a0
	vsetivli	zero, 16, e32, m2, ta, ma
.LBB5_4:
	vle32.v	v12, (a7)
	vwmulsu.vx	v8, v12, a5
	vluxei64.v	v12, (a1), v8
	vse32.v	v12, (t0)
	addi	t0, t0, 64
	addi	a7, a7, 64
	bne	t0, a6, .LBB5_4
	beq	a3, a4, .LBB5_8
.LBB5_6:
	slli	a4, a4, 2
	slli	a5, a3, 2
	add	a3, a0, a4
	add	a2, a2, a4
	add	a0, a0, a5
.LBB5_7:
	lw	a4, 0(a2)
	slli	a4, a4, 2
	add	a4, a4, a1
	flw	fa5, 0(a4)
	fsw	fa5, 0(a3)
	addi	a3, a3, 4
	addi	a2, a2, 4
	bne	a3, a0, .LBB5_7
.LBB5_8:
	ret
	.size	gather, .-gather

