	.arch armv8-a
	.file	"sum.c"
	.text
.Ltext0:
	.file 1 "sum.c"
	.align	2
	.type	scale, %function
scale:
.LFB1:
	.loc 1 13 62
	.cfi_startproc
.LVL0:
	.loc 1 14 5
.LBB2:
	.loc 1 14 10
	.loc 1 14 23
	cmp	w1, 0
	ble	.L1
	mov	x2, x0
	add	x0, x0, w1, sxtw 2
.LVL1:
.L3:
	.loc 1 15 9 discriminator 3
	.loc 1 15 14 is_stmt 0 discriminator 3
	ldr	s0, [x2]
	fadd	s0, s0, s0
	str	s0, [x2], 4
.LVL2:
	.loc 1 14 29 is_stmt 1 discriminator 3
	.loc 1 14 23 discriminator 3
	cmp	x2, x0
	bne	.L3
.LVL3:
.L1:
.LBE2:
	.loc 1 16 1 is_stmt 0
	ret
	.cfi_endproc
.LFE1:
	.size	scale, .-scale
	.align	2
	.global	sum
	.type	sum, %function
sum:
.LFB0:
	.loc 1 3 30 is_stmt 1
	.cfi_startproc
.LVL4:
	.loc 1 4 5
	.loc 1 5 5
.LBB3:
	.loc 1 5 10
	.loc 1 5 23
	cmp	w1, 0
	ble	.L9
.LBE3:
	.loc 1 3 30 is_stmt 0
	stp	x29, x30, [sp, -64]!
	.cfi_def_cfa_offset 64
	.cfi_offset 29, -64
	.cfi_offset 30, -56
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	stp	x21, x22, [sp, 32]
	str	x23, [sp, 48]
	.cfi_offset 19, -48
	.cfi_offset 20, -40
	.cfi_offset 21, -32
	.cfi_offset 22, -24
	.cfi_offset 23, -16
	mov	x21, x0
	mov	w23, w1
	sxtw	x22, w1
.LBB4:
	.loc 1 5 23
	mov	x19, 0
.LBE4:
	.loc 1 4 9
	mov	w0, 0
.LVL5:
.L8:
.LBB5:
	.loc 1 6 9 is_stmt 1
	.loc 1 6 11 is_stmt 0
	ldr	w2, [x21, x19, lsl 2]
	add	w0, w0, w2
.LVL6:
	.loc 1 7 9 is_stmt 1
	.loc 1 7 12 is_stmt 0
	cmp	w0, 77
	beq	.L15
.L7:
	.loc 1 5 29 is_stmt 1 discriminator 2
.LVL7:
	.loc 1 5 23 discriminator 2
	add	x19, x19, 1
.LVL8:
	cmp	x22, x19
	bne	.L8
.LBE5:
	.loc 1 11 1 is_stmt 0
	ldp	x19, x20, [sp, 16]
	ldp	x21, x22, [sp, 32]
.LVL9:
	ldr	x23, [sp, 48]
.LVL10:
	ldp	x29, x30, [sp], 64
	.cfi_remember_state
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 23
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
.LVL11:
.L15:
	.cfi_restore_state
.LBB6:
	.loc 1 8 13 is_stmt 1
	.loc 1 8 17 is_stmt 0
	bl	rare
.LVL12:
	mov	w20, w0
	.loc 1 8 27
	mov	w0, w23
	bl	rare
.LVL13:
	.loc 1 8 15
	add	w0, w20, w0
.LVL14:
	b	.L7
.LVL15:
.L9:
	.cfi_def_cfa_offset 0
	.cfi_restore 19
	.cfi_restore 20
	.cfi_restore 21
	.cfi_restore 22
	.cfi_restore 23
	.cfi_restore 29
	.cfi_restore 30
.LBE6:
	.loc 1 4 9
	mov	w0, 0
.LVL16:
	.loc 1 10 5 is_stmt 1
	.loc 1 11 1 is_stmt 0
	ret
	.cfi_endproc
.LFE0:
	.size	sum, .-sum
	.align	2
	.global	scale_twice
	.type	scale_twice, %function
scale_twice:
.LFB2:
	.loc 1 18 35 is_stmt 1
	.cfi_startproc
.LVL17:
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	.cfi_offset 19, -16
	.cfi_offset 20, -8
	mov	x19, x0
	mov	w20, w1
	.loc 1 19 5
	bl	scale
.LVL18:
	.loc 1 20 5
	mov	w1, w20
	add	x0, x19, 4
	bl	scale
.LVL19:
	.loc 1 21 1 is_stmt 0
	ldp	x19, x20, [sp, 16]
.LVL20:
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE2:
	.size	scale_twice, .-scale_twice
.Letext0:
