	.arch armv8-a
	.file	"small.c"
	.text
.Ltext0:
	.file 0 "/src" "small.c"
	.align	2
	.global	sum
	.type	sum, %function
sum:
.LVL0:
.LFB0:
	.file 1 "small.c"
	.loc 1 4 32 view -0
	.cfi_startproc
	.loc 1 5 5 view .LVU1
	.loc 1 6 5 view .LVU2
.LBB2:
	.loc 1 6 10 view .LVU3
	.loc 1 6 24 view .LVU4
	cmp	x1, 0
	ble	.L4
	mov	x2, x0
	add	x3, x0, x1, lsl 2
.LBE2:
	.loc 1 5 10 is_stmt 0 view .LVU5
	mov	x0, 0
.LVL1:
.L3:
.LBB3:
	.loc 1 7 9 is_stmt 1 discriminator 3 view .LVU6
	.loc 1 7 15 is_stmt 0 discriminator 3 view .LVU7
	ldrsw	x1, [x2], 4
	.loc 1 7 11 discriminator 3 view .LVU8
	add	x0, x0, x1
.LVL2:
	.loc 1 6 30 is_stmt 1 discriminator 3 view .LVU9
	.loc 1 6 24 discriminator 3 view .LVU10
	cmp	x2, x3
	bne	.L3
.LVL3:
.L1:
	.loc 1 6 24 is_stmt 0 discriminator 3 view .LVU11
.LBE3:
	.loc 1 9 1 view .LVU12
	ret
.LVL4:
.L4:
	.loc 1 5 10 view .LVU13
	mov	x0, 0
.LVL5:
	.loc 1 8 5 is_stmt 1 view .LVU14
	.loc 1 8 12 is_stmt 0 view .LVU15
	b	.L1
	.cfi_endproc
.LFE0:
	.size	sum, .-sum
	.align	2
	.global	apply
	.type	apply, %function
apply:
.LVL6:
.LFB1:
	.loc 1 11 35 is_stmt 1 view -0
	.cfi_startproc
	.loc 1 11 35 is_stmt 0 view .LVU17
	stp	x29, x30, [sp, -48]!
	.cfi_def_cfa_offset 48
	.cfi_offset 29, -48
	.cfi_offset 30, -40
	mov	x29, sp
	stp	x19, x20, [sp, 16]
	str	x21, [sp, 32]
	.cfi_offset 19, -32
	.cfi_offset 20, -24
	.cfi_offset 21, -16
	mov	x20, x0
	mov	x19, x1
	.loc 1 12 5 is_stmt 1 view .LVU18
.LVL7:
	.loc 1 12 10 is_stmt 0 view .LVU19
	mov	x0, 0
.LVL8:
	.loc 1 14 13 view .LVU20
	adrp	x21, :got:hook
	ldr	x21, [x21, :got_lo12:hook]
.LVL9:
.L7:
	.loc 1 13 5 is_stmt 1 discriminator 1 view .LVU21
	.loc 1 14 9 discriminator 1 view .LVU22
	.loc 1 14 13 is_stmt 0 discriminator 1 view .LVU23
	ldr	x2, [x20], 8
.LVL10:
	.loc 1 14 13 discriminator 1 view .LVU24
	ldr	x1, [x21]
	eor	x0, x0, x2
.LVL11:
	.loc 1 14 13 discriminator 1 view .LVU25
	blr	x1
.LVL12:
	.loc 1 15 12 is_stmt 1 discriminator 1 view .LVU26
	.loc 1 15 12 is_stmt 0 discriminator 1 view .LVU27
	subs	x19, x19, #1
.LVL13:
	.loc 1 15 12 discriminator 1 view .LVU28
	bne	.L7
	.loc 1 16 5 is_stmt 1 view .LVU29
	.loc 1 16 18 is_stmt 0 view .LVU30
	cbnz	x0, .L6
	.loc 1 16 18 discriminator 1 view .LVU31
	adrp	x0, :got:table
	ldr	x0, [x0, :got_lo12:table]
.LVL14:
	.loc 1 16 18 discriminator 1 view .LVU32
	ldr	x0, [x0]
.L6:
	.loc 1 17 1 view .LVU33
	ldp	x19, x20, [sp, 16]
.LVL15:
	.loc 1 17 1 view .LVU34
	ldr	x21, [sp, 32]
	ldp	x29, x30, [sp], 48
	.cfi_restore 30
	.cfi_restore 29
	.cfi_restore 21
	.cfi_restore 19
	.cfi_restore 20
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE1:
	.size	apply, .-apply
.Letext0:
