	.file	"maximum.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	vmovd	(%rdx), %xmm0
	testq	%rcx, %rcx
	je	.L2
	leaq	(%rsi,%rcx,4), %rax
	.p2align 4,,10
	.p2align 3
.L3:
	vmovd	(%rsi), %xmm1
	addq	$4, %rsi
	vpmaxsd	%xmm1, %xmm0, %xmm0
	cmpq	%rax, %rsi
	jne	.L3
.L2:
	vmovd	%xmm0, (%rdi)
	ret
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
