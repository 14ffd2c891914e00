	.file	"sum-four.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	movq	$0, -40(%rsp)
	movq	-40(%rsp), %rax
	movabsq	$-4294967296, %r8
	movq	$0, -24(%rsp)
	movl	%eax, %eax
	movl	$0, -16(%rsp)
	movss	(%rdx), %xmm1
	movq	%rax, -40(%rsp)
	movq	-40(%rsp), %rdx
	movq	$0, -32(%rsp)
	movd	%xmm1, %eax
	movq	$0, -32(%rsp)
	andq	%r8, %rdx
	orq	%rax, %rdx
	movl	$4, %eax
	movq	%rdx, -40(%rsp)
	movaps	-40(%rsp), %xmm0
	cmpq	$3, %rcx
	jbe	.L13
	.p2align 4,,10
	.p2align 3
.L4:
	movups	-16(%rsi,%rax,4), %xmm4
	movq	%rax, %rdx
	leaq	4(%rax), %rax
	addps	%xmm4, %xmm0
	cmpq	%rax, %rcx
	jnb	.L4
	movaps	%xmm0, %xmm2
	movaps	%xmm0, %xmm3
	movaps	%xmm0, %xmm1
	unpckhps	%xmm0, %xmm3
	shufps	$85, %xmm0, %xmm2
	shufps	$255, %xmm0, %xmm0
.L3:
	cmpq	%rcx, %rdx
	jnb	.L6
	leaq	(%rsi,%rdx,4), %rax
	leaq	(%rsi,%rcx,4), %rdx
.L7:
	addss	(%rax), %xmm1
	addq	$4, %rax
	cmpq	%rax, %rdx
	jne	.L7
.L6:
	addss	%xmm2, %xmm1
	addss	%xmm3, %xmm1
	addss	%xmm0, %xmm1
	movss	%xmm1, (%rdi)
	ret
.L13:
	pxor	%xmm0, %xmm0
	xorl	%edx, %edx
	movaps	%xmm0, %xmm3
	movaps	%xmm0, %xmm2
	jmp	.L3
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
