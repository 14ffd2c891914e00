	.file	"sum.c"
	.option pic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
.Ltext0:
	.cfi_sections	.debug_frame
	.file 1 "sum.c"
	.align	1
	.type	scale, @function
scale:
.LFB1:
	.loc 1 13 62
	.cfi_startproc
.LVL0:
	.loc 1 14 5
.LBB2:
	.loc 1 14 10
	.loc 1 14 23
	ble	a1,zero,.L1
	mv	a5,a0
	slli	a1,a1,2
.LVL1:
	add	a0,a0,a1
.LVL2:
.L3:
	.loc 1 15 9 discriminator 3
	.loc 1 15 14 is_stmt 0 discriminator 3
	flw	fa5,0(a5)
	fadd.s	fa5,fa5,fa5
	fsw	fa5,0(a5)
	.loc 1 14 29 is_stmt 1 discriminator 3
.LVL3:
	.loc 1 14 23 discriminator 3
	addi	a5,a5,4
.LVL4:
	bne	a5,a0,.L3
.LVL5:
.L1:
.LBE2:
	.loc 1 16 1 is_stmt 0
	ret
	.cfi_endproc
.LFE1:
	.size	scale, .-scale
	.align	1
	.globl	sum
	.type	sum, @function
sum:
.LFB0:
	.loc 1 3 30 is_stmt 1
	.cfi_startproc
.LVL6:
	.loc 1 4 5
	.loc 1 5 5
.LBB3:
	.loc 1 5 10
	.loc 1 5 23
	ble	a1,zero,.L9
.LBE3:
	.loc 1 3 30 is_stmt 0
	addi	sp,sp,-48
	.cfi_def_cfa_offset 48
	sd	ra,40(sp)
	sd	s0,32(sp)
	sd	s1,24(sp)
	sd	s2,16(sp)
	sd	s3,8(sp)
	sd	s4,0(sp)
	.cfi_offset 1, -8
	.cfi_offset 8, -16
	.cfi_offset 9, -24
	.cfi_offset 18, -32
	.cfi_offset 19, -40
	.cfi_offset 20, -48
	mv	s4,a1
	mv	s0,a0
	slli	a5,a1,2
	add	s2,a0,a5
	.loc 1 4 9
	li	a0,0
.LVL7:
.LBB4:
	.loc 1 7 12
	li	s3,77
.LVL8:
.L8:
	.loc 1 6 9 is_stmt 1
	.loc 1 6 11 is_stmt 0
	lw	a5,0(s0)
	addw	a0,a5,a0
.LVL9:
	.loc 1 7 9 is_stmt 1
	.loc 1 7 12 is_stmt 0
	beq	a0,s3,.L15
.LVL10:
.L7:
	.loc 1 5 29 is_stmt 1 discriminator 2
	.loc 1 5 23 discriminator 2
	addi	s0,s0,4
.LVL11:
	bne	s0,s2,.L8
.LBE4:
	.loc 1 10 5
	.loc 1 11 1 is_stmt 0
	ld	ra,40(sp)
	.cfi_remember_state
	.cfi_restore 1
	ld	s0,32(sp)
	.cfi_restore 8
.LVL12:
	ld	s1,24(sp)
	.cfi_restore 9
	ld	s2,16(sp)
	.cfi_restore 18
	ld	s3,8(sp)
	.cfi_restore 19
	ld	s4,0(sp)
	.cfi_restore 20
	addi	sp,sp,48
	.cfi_def_cfa_offset 0
	jr	ra
.LVL13:
.L15:
	.cfi_restore_state
.LBB5:
	.loc 1 8 13 is_stmt 1
	.loc 1 8 17 is_stmt 0
	li	a0,77
	call	rare@plt
.LVL14:
	mv	s1,a0
	.loc 1 8 27
	mv	a0,s4
	call	rare@plt
.LVL15:
	.loc 1 8 15
	addw	a0,s1,a0
	j	.L7
.LVL16:
.L9:
	.cfi_def_cfa_offset 0
	.cfi_restore 1
	.cfi_restore 8
	.cfi_restore 9
	.cfi_restore 18
	.cfi_restore 19
	.cfi_restore 20
.LBE5:
	.loc 1 4 9
	li	a0,0
.LVL17:
	.loc 1 10 5 is_stmt 1
	.loc 1 11 1 is_stmt 0
	ret
	.cfi_endproc
.LFE0:
	.size	sum, .-sum
	.align	1
	.globl	scale_twice
	.type	scale_twice, @function
scale_twice:
.LFB2:
	.loc 1 18 35 is_stmt 1
	.cfi_startproc
.LVL18:
	addi	sp,sp,-32
	.cfi_def_cfa_offset 32
	sd	ra,24(sp)
	sd	s0,16(sp)
	sd	s1,8(sp)
	.cfi_offset 1, -8
	.cfi_offset 8, -16
	.cfi_offset 9, -24
	mv	s0,a0
	mv	s1,a1
	.loc 1 19 5
	call	scale
.LVL19:
	.loc 1 20 5
	mv	a1,s1
	addi	a0,s0,4
	call	scale
.LVL20:
	.loc 1 21 1 is_stmt 0
	ld	ra,24(sp)
	.cfi_restore 1
	ld	s0,16(sp)
	.cfi_restore 8
.LVL21:
	ld	s1,8(sp)
	.cfi_restore 9
	addi	sp,sp,32
	.cfi_def_cfa_offset 0
	jr	ra
	.cfi_endproc
.LFE2:
	.size	scale_twice, .-scale_twice
.Letext0:
