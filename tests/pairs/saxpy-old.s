	.file	"saxpy.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	movq	%rdx, %rax
	movq	%rcx, %rdx
	vmovss	(%rax), %xmm1
	testq	%rcx, %rcx
	je	.L20
	leaq	-1(%rcx), %rax
	cmpq	$6, %rax
	jbe	.L8
	shrq	$3, %rcx
	vbroadcastss	%xmm1, %ymm2
	xorl	%eax, %eax
	salq	$5, %rcx
	.p2align 4,,10
	.p2align 3
.L4:
	vmovups	(%rsi,%rax), %ymm0
	vfmadd213ps	(%rdi,%rax), %ymm2, %ymm0
	vmovups	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%rax, %rcx
	jne	.L4
	movq	%rdx, %rax
	andq	$-8, %rax
	testb	$7, %dl
	je	.L22
	vzeroupper
.L3:
	movq	%rdx, %rcx
	subq	%rax, %rcx
	leaq	-1(%rcx), %r8
	cmpq	$2, %r8
	jbe	.L6
	leaq	(%rdi,%rax,4), %r8
	vshufps	$0, %xmm1, %xmm1, %xmm0
	vmovups	(%r8), %xmm3
	vfmadd132ps	(%rsi,%rax,4), %xmm3, %xmm0
	vmovups	%xmm0, (%r8)
	movq	%rcx, %r8
	andq	$-4, %r8
	addq	%r8, %rax
	andl	$3, %ecx
	je	.L20
.L6:
	leaq	0(,%rax,4), %rcx
	vmovss	(%rsi,%rax,4), %xmm0
	leaq	(%rdi,%rcx), %r8
	vfmadd213ss	(%r8), %xmm1, %xmm0
	vmovss	%xmm0, (%r8)
	leaq	1(%rax), %r8
	cmpq	%rdx, %r8
	jnb	.L20
	leaq	4(%rdi,%rcx), %r8
	vmovss	4(%rsi,%rcx), %xmm0
	addq	$2, %rax
	vfmadd213ss	(%r8), %xmm1, %xmm0
	vmovss	%xmm0, (%r8)
	cmpq	%rdx, %rax
	jnb	.L20
	leaq	8(%rdi,%rcx), %rax
	vmovss	(%rax), %xmm4
	vfmadd132ss	8(%rsi,%rcx), %xmm4, %xmm1
	vmovss	%xmm1, (%rax)
.L20:
	ret
	.p2align 4,,10
	.p2align 3
.L22:
	vzeroupper
	ret
.L8:
	xorl	%eax, %eax
	jmp	.L3
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
