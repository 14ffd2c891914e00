	.file	"table.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	testq	%rcx, %rcx
	je	.L8
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L3:
	movslq	(%rsi,%rax,4), %r8
	vmovss	(%rdi,%rax,4), %xmm0
	vmulss	(%rdx,%r8,4), %xmm0, %xmm0
	vmovss	%xmm0, (%rdi,%rax,4)
	addq	$1, %rax
	cmpq	%rax, %rcx
	jne	.L3
.L8:
	ret
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
