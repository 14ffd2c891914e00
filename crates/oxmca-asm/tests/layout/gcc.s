	.file	"sum.c"
	.text
.Ltext0:
	.file 1 "sum.c"
	.section	.text.scale,"ax",@progbits
	.p2align 4
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
	testl	%esi, %esi
	jle	.L1
	movslq	%esi, %rsi
	leaq	(%rdi,%rsi,4), %rax
.LVL1:
	.p2align 4,,10
	.p2align 3
.L3:
	.loc 1 15 9 discriminator 3
	.loc 1 15 14 is_stmt 0 discriminator 3
	movss	(%rdi), %xmm0
	.loc 1 14 23 discriminator 3
	addq	$4, %rdi
.LVL2:
	.loc 1 15 14 discriminator 3
	addss	%xmm0, %xmm0
	movss	%xmm0, -4(%rdi)
	.loc 1 14 29 is_stmt 1 discriminator 3
.LVL3:
	.loc 1 14 23 discriminator 3
	cmpq	%rax, %rdi
	jne	.L3
.LVL4:
.L1:
.LBE2:
	.loc 1 16 1 is_stmt 0
	ret
	.cfi_endproc
.LFE1:
	.size	scale, .-scale
	.section	.text.sum,"ax",@progbits
	.p2align 4
	.globl	sum
	.type	sum, @function
sum:
.LFB0:
	.loc 1 3 30 is_stmt 1
	.cfi_startproc
.LVL5:
	.loc 1 4 5
	.loc 1 5 5
.LBB3:
	.loc 1 5 10
	.loc 1 5 23
	testl	%esi, %esi
	jle	.L10
.LBE3:
	.loc 1 3 30 is_stmt 0
	pushq	%r13
	.cfi_def_cfa_offset 16
	.cfi_offset 13, -16
	movslq	%esi, %rax
	movl	%esi, %r13d
	pushq	%r12
	.cfi_def_cfa_offset 24
	.cfi_offset 12, -24
	leaq	(%rdi,%rax,4), %r12
	.loc 1 4 9
	xorl	%eax, %eax
	.loc 1 3 30
	pushq	%rbp
	.cfi_def_cfa_offset 32
	.cfi_offset 6, -32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	.cfi_offset 3, -40
	movq	%rdi, %rbx
	subq	$8, %rsp
	.cfi_def_cfa_offset 48
.LVL6:
	.p2align 4,,10
	.p2align 3
.L9:
.LBB4:
	.loc 1 6 9 is_stmt 1
	.loc 1 6 11 is_stmt 0
	addl	(%rbx), %eax
.LVL7:
	.loc 1 7 9 is_stmt 1
	.loc 1 7 12 is_stmt 0
	cmpl	$77, %eax
	je	.L16
.L8:
	.loc 1 5 29 is_stmt 1 discriminator 2
.LVL8:
	.loc 1 5 23 discriminator 2
	addq	$4, %rbx
.LVL9:
	cmpq	%r12, %rbx
	jne	.L9
.LBE4:
	.loc 1 11 1 is_stmt 0
	addq	$8, %rsp
	.cfi_remember_state
	.cfi_def_cfa_offset 40
	popq	%rbx
	.cfi_def_cfa_offset 32
.LVL10:
	popq	%rbp
	.cfi_def_cfa_offset 24
	popq	%r12
	.cfi_def_cfa_offset 16
	popq	%r13
	.cfi_def_cfa_offset 8
.LVL11:
	ret
.LVL12:
	.p2align 4,,10
	.p2align 3
.L16:
	.cfi_restore_state
.LBB5:
	.loc 1 8 13 is_stmt 1
	.loc 1 8 17 is_stmt 0
	movl	$77, %edi
	call	rare@PLT
.LVL13:
	.loc 1 8 27
	movl	%r13d, %edi
	.loc 1 8 17
	movl	%eax, %ebp
	.loc 1 8 27
	call	rare@PLT
.LVL14:
	.loc 1 8 15
	addl	%ebp, %eax
.LVL15:
	jmp	.L8
.LVL16:
	.p2align 4,,10
	.p2align 3
.L10:
	.cfi_def_cfa_offset 8
	.cfi_restore 3
	.cfi_restore 6
	.cfi_restore 12
	.cfi_restore 13
.LBE5:
	.loc 1 4 9
	xorl	%eax, %eax
	.loc 1 10 5 is_stmt 1
	.loc 1 11 1 is_stmt 0
	ret
	.cfi_endproc
.LFE0:
	.size	sum, .-sum
	.section	.text.scale_twice,"ax",@progbits
	.p2align 4
	.globl	scale_twice
	.type	scale_twice, @function
scale_twice:
.LFB2:
	.loc 1 18 35 is_stmt 1
	.cfi_startproc
.LVL17:
	.loc 1 19 5
	.loc 1 18 35 is_stmt 0
	movq	%rdi, %rdx
	movl	%esi, %ecx
	.loc 1 19 5
	call	scale
.LVL18:
	.loc 1 20 5 is_stmt 1
	leaq	4(%rdx), %rdi
	movl	%ecx, %esi
	jmp	scale
.LVL19:
	.cfi_endproc
.LFE2:
	.size	scale_twice, .-scale_twice
	.text
.Letext0:
