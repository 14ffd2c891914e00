	.file	"average.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	testq	%rcx, %rcx
	je	.L20
	leaq	-1(%rcx), %rax
	cmpq	$30, %rax
	jbe	.L8
	movq	%rcx, %r8
	xorl	%eax, %eax
	andq	$-32, %r8
	.p2align 4,,10
	.p2align 3
.L4:
	vmovdqu	(%rsi,%rax), %ymm1
	vpavgb	(%rdx,%rax), %ymm1, %ymm0
	vmovdqu	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%r8, %rax
	jne	.L4
	movq	%rcx, %rax
	andq	$-32, %rax
	testb	$31, %cl
	je	.L22
	vzeroupper
.L3:
	movq	%rcx, %r8
	subq	%rax, %r8
	leaq	-1(%r8), %r9
	cmpq	$14, %r9
	jbe	.L6
	vmovdqu	(%rsi,%rax), %xmm2
	movq	%r8, %r9
	vpavgb	(%rdx,%rax), %xmm2, %xmm0
	andq	$-16, %r9
	vmovdqu	%xmm0, (%rdi,%rax)
	addq	%r9, %rax
	andl	$15, %r8d
	je	.L20
.L6:
	movzbl	(%rsi,%rax), %r9d
	movzbl	(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, (%rdi,%rax)
	leaq	1(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	1(%rsi,%rax), %r9d
	movzbl	1(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 1(%rdi,%rax)
	leaq	2(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	2(%rdx,%rax), %r9d
	movzbl	2(%rsi,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 2(%rdi,%rax)
	leaq	3(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	3(%rsi,%rax), %r9d
	movzbl	3(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 3(%rdi,%rax)
	leaq	4(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	4(%rsi,%rax), %r9d
	movzbl	4(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 4(%rdi,%rax)
	leaq	5(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	5(%rsi,%rax), %r9d
	movzbl	5(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 5(%rdi,%rax)
	leaq	6(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	6(%rsi,%rax), %r9d
	movzbl	6(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 6(%rdi,%rax)
	leaq	7(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	7(%rsi,%rax), %r9d
	movzbl	7(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 7(%rdi,%rax)
	leaq	8(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	8(%rsi,%rax), %r9d
	movzbl	8(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 8(%rdi,%rax)
	leaq	9(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	9(%rsi,%rax), %r9d
	movzbl	9(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 9(%rdi,%rax)
	leaq	10(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	10(%rsi,%rax), %r9d
	movzbl	10(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 10(%rdi,%rax)
	leaq	11(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	11(%rsi,%rax), %r9d
	movzbl	11(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 11(%rdi,%rax)
	leaq	12(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	12(%rsi,%rax), %r9d
	movzbl	12(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 12(%rdi,%rax)
	leaq	13(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	13(%rsi,%rax), %r9d
	movzbl	13(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 13(%rdi,%rax)
	leaq	14(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L20
	movzbl	14(%rsi,%rax), %ecx
	movzbl	14(%rdx,%rax), %edx
	leal	1(%rcx,%rdx), %edx
	sarl	%edx
	movb	%dl, 14(%rdi,%rax)
.L20:
	ret
.L8:
	xorl	%eax, %eax
	jmp	.L3
.L22:
	vzeroupper
	ret
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
