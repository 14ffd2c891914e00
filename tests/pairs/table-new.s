	.file	"table.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	testq	%rcx, %rcx
	je	.L20
	leaq	-1(%rcx), %rax
	cmpq	$6, %rax
	jbe	.L8
	movq	%rcx, %r8
	shrq	$3, %r8
	salq	$5, %r8
	xorl	%eax, %eax
	vpcmpeqd	%ymm1, %ymm1, %ymm1
	.p2align 4,,10
	.p2align 3
.L4:
	vmovdqu	(%rsi,%rax), %ymm3
	vmovaps	%ymm1, %ymm2
	vgatherdps	%ymm2, (%rdx,%ymm3,4), %ymm0
	vmulps	(%rdi,%rax), %ymm0, %ymm0
	vmovups	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%r8, %rax
	jne	.L4
	movq	%rcx, %rax
	andq	$-8, %rax
	testb	$7, %cl
	je	.L22
	vzeroupper
.L3:
	movq	%rcx, %r8
	subq	%rax, %r8
	leaq	-1(%r8), %r9
	cmpq	$2, %r9
	jbe	.L6
	vmovdqu	(%rsi,%rax,4), %xmm5
	vpcmpeqd	%xmm0, %xmm0, %xmm0
	vmovaps	%xmm0, %xmm4
	leaq	(%rdi,%rax,4), %r9
	vgatherdps	%xmm4, (%rdx,%xmm5,4), %xmm0
	vmulps	(%r9), %xmm0, %xmm0
	vmovups	%xmm0, (%r9)
	movq	%r8, %r9
	andq	$-4, %r9
	addq	%r9, %rax
	andl	$3, %r8d
	je	.L20
.L6:
	leaq	0(,%rax,4), %r8
	leaq	(%rdi,%r8), %r9
	vmovss	(%r9), %xmm0
	movslq	(%rsi,%rax,4), %r10
	vmulss	(%rdx,%r10,4), %xmm0, %xmm0
	vmovss	%xmm0, (%r9)
	leaq	1(%rax), %r9
	cmpq	%rcx, %r9
	jnb	.L20
	leaq	4(%rdi,%r8), %r9
	vmovss	(%r9), %xmm0
	movslq	4(%rsi,%r8), %r10
	addq	$2, %rax
	vmulss	(%rdx,%r10,4), %xmm0, %xmm0
	vmovss	%xmm0, (%r9)
	cmpq	%rcx, %rax
	jnb	.L20
	leaq	8(%rdi,%r8), %rax
	vmovss	(%rax), %xmm0
	movslq	8(%rsi,%r8), %rcx
	vmulss	(%rdx,%rcx,4), %xmm0, %xmm0
	vmovss	%xmm0, (%rax)
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
