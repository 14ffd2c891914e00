	.file	"remainder.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	movl	(%rdx), %r9d
	testq	%rcx, %rcx
	je	.L1
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L3:
	movl	(%rsi,%r8,4), %eax
	xorl	%edx, %edx
	divl	%r9d
	movl	%edx, (%rdi,%r8,4)
	addq	$1, %r8
	cmpq	%r8, %rcx
	jne	.L3
.L1:
	ret
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
