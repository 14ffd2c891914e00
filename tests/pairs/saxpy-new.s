	.file	"saxpy.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	vmovsd	(%rdx), %xmm0
	testq	%rcx, %rcx
	je	.L23
	leaq	-1(%rcx), %rax
	cmpq	$2, %rax
	jbe	.L8
	movq	%rcx, %rdx
	vbroadcastsd	%xmm0, %ymm2
	xorl	%eax, %eax
	shrq	$2, %rdx
	salq	$5, %rdx
	.p2align 4,,10
	.p2align 3
.L4:
	vmovupd	(%rsi,%rax), %ymm1
	vfmadd213pd	(%rdi,%rax), %ymm2, %ymm1
	vmovupd	%ymm1, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdx
	jne	.L4
	testb	$3, %cl
	je	.L22
	movq	%rcx, %rax
	andq	$-4, %rax
	vzeroupper
.L3:
	subq	%rax, %rcx
	cmpq	$1, %rcx
	je	.L6
	leaq	(%rdi,%rax,8), %rdx
	vmovddup	%xmm0, %xmm1
	vmovupd	(%rdx), %xmm4
	vfmadd132pd	(%rsi,%rax,8), %xmm4, %xmm1
	vmovupd	%xmm1, (%rdx)
	testb	$1, %cl
	je	.L23
	andq	$-2, %rcx
	addq	%rcx, %rax
.L6:
	leaq	(%rdi,%rax,8), %rdx
	vmovsd	(%rdx), %xmm3
	vfmadd132sd	(%rsi,%rax,8), %xmm3, %xmm0
	vmovsd	%xmm0, (%rdx)
	ret
	.p2align 4,,10
	.p2align 3
.L22:
	vzeroupper
.L23:
	ret
.L8:
	xorl	%eax, %eax
	jmp	.L3
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
