	.file	"dot-product.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	movq	%rdi, %r8
	testq	%rcx, %rcx
	je	.L9
	leaq	-1(%rcx), %rax
	cmpq	$6, %rax
	jbe	.L10
	movq	%rcx, %rdi
	xorl	%eax, %eax
	vxorps	%xmm0, %xmm0, %xmm0
	shrq	$3, %rdi
	salq	$5, %rdi
	.p2align 4,,10
	.p2align 3
.L4:
	vmovups	(%rsi,%rax), %ymm4
	vfmadd231ps	(%rdx,%rax), %ymm4, %ymm0
	addq	$32, %rax
	cmpq	%rax, %rdi
	jne	.L4
	vextractf128	$0x1, %ymm0, %xmm3
	movq	%rcx, %rax
	vaddps	%xmm0, %xmm3, %xmm1
	andq	$-8, %rax
	vaddps	%xmm3, %xmm0, %xmm0
	vmovhlps	%xmm1, %xmm1, %xmm2
	vaddps	%xmm1, %xmm2, %xmm2
	vshufps	$85, %xmm2, %xmm2, %xmm1
	vaddps	%xmm2, %xmm1, %xmm1
	testb	$7, %cl
	je	.L20
	vzeroupper
.L3:
	movq	%rcx, %rdi
	subq	%rax, %rdi
	leaq	-1(%rdi), %r9
	cmpq	$2, %r9
	jbe	.L7
	vmovups	(%rsi,%rax,4), %xmm5
	vfmadd231ps	(%rdx,%rax,4), %xmm5, %xmm0
	movq	%rdi, %r9
	andq	$-4, %r9
	addq	%r9, %rax
	andl	$3, %edi
	vmovhlps	%xmm0, %xmm0, %xmm1
	vaddps	%xmm0, %xmm1, %xmm0
	vshufps	$85, %xmm0, %xmm0, %xmm1
	vaddps	%xmm0, %xmm1, %xmm1
	je	.L2
.L7:
	leaq	1(%rax), %r9
	vmovss	(%rsi,%rax,4), %xmm6
	leaq	0(,%rax,4), %rdi
	vfmadd231ss	(%rdx,%rax,4), %xmm6, %xmm1
	cmpq	%rcx, %r9
	jnb	.L2
	addq	$2, %rax
	vmovss	4(%rdx,%rdi), %xmm7
	vfmadd231ss	4(%rsi,%rdi), %xmm7, %xmm1
	cmpq	%rcx, %rax
	jnb	.L2
	vmovss	8(%rsi,%rdi), %xmm7
	vfmadd231ss	8(%rdx,%rdi), %xmm7, %xmm1
.L2:
	vmovss	%xmm1, (%r8)
	ret
	.p2align 4,,10
	.p2align 3
.L9:
	vxorps	%xmm1, %xmm1, %xmm1
	vmovss	%xmm1, (%r8)
	ret
	.p2align 4,,10
	.p2align 3
.L20:
	vzeroupper
	vmovss	%xmm1, (%r8)
	ret
.L10:
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%eax, %eax
	vxorps	%xmm1, %xmm1, %xmm1
	jmp	.L3
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
