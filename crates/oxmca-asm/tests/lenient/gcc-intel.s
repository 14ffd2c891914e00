	.file	"small.c"
	.intel_syntax noprefix
	.text
.Ltext0:
	.file 0 "/src" "small.c"
	.globl	sum
	.type	sum, @function
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
	test	rsi, rsi
	jle	.L4
	mov	rax, rdi
	lea	rsi, [rdi+rsi*4]
.LVL1:
	.loc 1 6 24 is_stmt 0 view .LVU5
.LBE2:
	.loc 1 5 10 view .LVU6
	mov	edx, 0
.LVL2:
.L3:
.LBB3:
	.loc 1 7 9 is_stmt 1 discriminator 3 view .LVU7
	.loc 1 7 15 is_stmt 0 discriminator 3 view .LVU8
	movsx	rcx, DWORD PTR [rax]
	.loc 1 7 11 discriminator 3 view .LVU9
	add	rdx, rcx
.LVL3:
	.loc 1 6 30 is_stmt 1 discriminator 3 view .LVU10
	.loc 1 6 24 discriminator 3 view .LVU11
	add	rax, 4
	cmp	rax, rsi
	jne	.L3
.LVL4:
.L1:
	.loc 1 6 24 is_stmt 0 discriminator 3 view .LVU12
.LBE3:
	.loc 1 9 1 view .LVU13
	mov	rax, rdx
	ret
.LVL5:
.L4:
	.loc 1 5 10 view .LVU14
	mov	edx, 0
	.loc 1 8 5 is_stmt 1 view .LVU15
	.loc 1 8 12 is_stmt 0 view .LVU16
	jmp	.L1
	.cfi_endproc
.LFE0:
	.size	sum, .-sum
	.globl	apply
	.type	apply, @function
apply:
.LVL6:
.LFB1:
	.loc 1 11 35 is_stmt 1 view -0
	.cfi_startproc
	.loc 1 11 35 is_stmt 0 view .LVU18
	push	rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	push	rbx
	.cfi_def_cfa_offset 24
	.cfi_offset 3, -24
	sub	rsp, 8
	.cfi_def_cfa_offset 32
	mov	rbp, rdi
	mov	rbx, rsi
	.loc 1 12 5 is_stmt 1 view .LVU19
.LVL7:
	.loc 1 12 10 is_stmt 0 view .LVU20
	mov	eax, 0
.LVL8:
.L7:
	.loc 1 13 5 is_stmt 1 discriminator 1 view .LVU21
	.loc 1 14 9 discriminator 1 view .LVU22
	.loc 1 14 24 is_stmt 0 discriminator 1 view .LVU23
	add	rbp, 8
.LVL9:
	.loc 1 14 13 discriminator 1 view .LVU24
	xor	rax, QWORD PTR -8[rbp]
.LVL10:
	.loc 1 14 13 discriminator 1 view .LVU25
	mov	rdi, rax
	call	[QWORD PTR hook[rip]]
.LVL11:
	.loc 1 15 12 is_stmt 1 discriminator 1 view .LVU26
	.loc 1 15 12 is_stmt 0 discriminator 1 view .LVU27
	sub	rbx, 1
.LVL12:
	.loc 1 15 12 discriminator 1 view .LVU28
	jne	.L7
	.loc 1 16 5 is_stmt 1 view .LVU29
	.loc 1 16 18 is_stmt 0 view .LVU30
	test	rax, rax
	cmove	rax, QWORD PTR table[rip]
.LVL13:
	.loc 1 17 1 view .LVU31
	add	rsp, 8
	.cfi_def_cfa_offset 24
	pop	rbx
	.cfi_def_cfa_offset 16
.LVL14:
	.loc 1 17 1 view .LVU32
	pop	rbp
	.cfi_def_cfa_offset 8
.LVL15:
	.loc 1 17 1 view .LVU33
	ret
	.cfi_endproc
.LFE1:
	.size	apply, .-apply
.Letext0:
