	.file	"remainder.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	testq	%rcx, %rcx
	je	.L1
	xorl	%edx, %edx
	.p2align 4,,10
	.p2align 3
.L3:
	movl	(%rsi,%rdx,4), %eax
	movq	%rax, %r8
	imulq	$274877907, %rax, %rax
	shrq	$38, %rax
	imull	$1000, %eax, %eax
	subl	%eax, %r8d
	movl	%r8d, (%rdi,%rdx,4)
	addq	$1, %rdx
	cmpq	%rdx, %rcx
	jne	.L3
.L1:
	ret
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
