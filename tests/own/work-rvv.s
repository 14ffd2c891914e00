# Loops whose elements `vsetvli` sets, by `clang-23 -march=rv64gcv -O3 -ffast-math`: on CPUs that have one length of vectors and
# on one that is not known to have one, and beside code for vectors of 256 bits.
#
# oxmca: loops --mtriple=riscv64-unknown-linux-gnu --mcpu=spacemit-x60,sifive-p670
# oxmca: loops --mtriple=riscv64-unknown-linux-gnu --mcpu=andes-ax45mpv
# oxmca: explain --mtriple=riscv64-unknown-linux-gnu --mcpu=andes-ax45mpv --function=bytesum
# oxmca: diff --mtriple=riscv64-unknown-linux-gnu --mcpu=spacemit-x60 work-rvv-fixed.s
# oxmca: diff --mtriple=riscv64-unknown-linux-gnu --mcpu=andes-ax45mpv work-rvv-fixed.s
	.type	saxpy,@function
saxpy:
	beqz	a2, .LBB0_3
	li	a3, 0
.LBB0_2:
	vsetvli	a4, a2, e32, m2, ta, ma
	slli	a5, a3, 2
	add	a6, a1, a5
	vle32.v	v8, (a6)
	add	a5, a5, a0
	vle32.v	v10, (a5)
	vfmacc.vf	v10, fa0, v8
	sub	a2, a2, a4
	vse32.v	v10, (a5)
	add	a3, a3, a4
	bnez	a2, .LBB0_2
.LBB0_3:
	ret
	.size	saxpy, .-saxpy

	.type	dot,@function
dot:
	beqz	a2, .LBB1_4
	vsetvli	a3, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	li	a3, 0
.LBB1_2:
	vsetvli	a4, a2, e8, mf2, ta, ma
	slli	a5, a3, 2
	add	a6, a0, a5
	vle32.v	v10, (a6)
	add	a5, a5, a1
	vle32.v	v12, (a5)
	vsetvli	zero, zero, e32, m2, tu, ma
	vfmacc.vv	v8, v12, v10
	sub	a2, a2, a4
	add	a3, a3, a4
	bnez	a2, .LBB1_2
	vsetvli	a0, zero, e32, m2, ta, ma
	vmv.s.x	v10, zero
	vfredusum.vs	v8, v8, v10
	vfmv.f.s	fa0, v8
	ret
.LBB1_4:
	fmv.w.x	fa0, zero
	ret
	.size	dot, .-dot

	.type	copy,@function
copy:
	beqz	a2, .LBB2_3
	li	a3, 0
.LBB2_2:
	vsetvli	a4, a2, e32, m2, ta, ma
	slli	a5, a3, 2
	add	a6, a1, a5
	vle32.v	v8, (a6)
	vadd.vi	v8, v8, 1
	add	a5, a5, a0
	sub	a2, a2, a4
	vse32.v	v8, (a5)
	add	a3, a3, a4
	bnez	a2, .LBB2_2
.LBB2_3:
	ret
	.size	copy, .-copy

	.type	bytesum,@function
bytesum:
	beqz	a1, .LBB3_4
	vsetvli	a2, zero, e32, m2, ta, ma
	vmv.v.i	v8, 0
	li	a2, 0
.LBB3_2:
	vsetvli	a3, a1, e16, m1, ta, ma
	add	a4, a0, a2
	vle8.v	v10, (a4)
	vzext.vf2	v11, v10
	vsetvli	zero, zero, e16, m1, tu, ma
	vwaddu.wv	v8, v8, v11
	sub	a1, a1, a3
	add	a2, a2, a3
	bnez	a1, .LBB3_2
	vsetvli	a0, zero, e32, m2, ta, ma
	vmv.s.x	v10, zero
	vredsum.vs	v8, v8, v10
	vmv.x.s	a0, v8
	ret
.LBB3_4:
	li	a0, 0
	ret
	.size	bytesum, .-bytesum

	.type	stride2,@function
stride2:
	beqz	a2, .LBB4_3
	li	a3, 0
	lui	a4, 263168
	fmv.w.x	fa5, a4
	li	a4, 8
.LBB4_2:
	vsetvli	a5, a2, e32, m2, ta, ma
	slli	a6, a3, 3
	add	a6, a6, a1
	vlse32.v	v8, (a6), a4
	vfmul.vf	v8, v8, fa5
	slli	a6, a3, 2
	add	a6, a6, a0
	sub	a2, a2, a5
	vse32.v	v8, (a6)
	add	a3, a3, a5
	bnez	a2, .LBB4_2
.LBB4_3:
	ret
	.size	stride2, .-stride2

	.type	gather,@function
gather:
	beqz	a3, .LBB5_3
	li	a4, 0
	li	a5, 4
.LBB5_2:
	vsetvli	a6, a3, e32, m2, ta, ma
	slli	a7, a4, 2
	add	t0, a2, a7
	vle32.v	v12, (t0)
	vwmulsu.vx	v8, v12, a5
	vluxei64.v	v12, (a1), v8
	add	a7, a7, a0
	sub	a3, a3, a6
	vse32.v	v12, (a7)
	add	a4, a4, a6
	bnez	a3, .LBB5_2
.LBB5_3:
	ret
	.size	gather, .-gather

