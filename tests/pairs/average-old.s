	.file	"average.c"
	.text
	.p2align 4
	.globl	kernel
	.type	kernel, @function
kernel:
	testq	%rcx, %rcx
	je	.L1
	leaq	-1(%rcx), %rax
	cmpq	$14, %rax
	jbe	.L8
	movq	%rcx, %r8
	xorl	%eax, %eax
	andq	$-16, %r8
	.p2align 4,,10
	.p2align 3
.L4:
	movdqu	(%rsi,%rax), %xmm0
	movdqu	(%rdx,%rax), %xmm2
	pavgb	%xmm2, %xmm0
	movups	%xmm0, (%rdi,%rax)
	addq	$16, %rax
	cmpq	%r8, %rax
	jne	.L4
	movq	%rcx, %rax
	andq	$-16, %rax
	testb	$15, %cl
	je	.L20
.L3:
	movq	%rcx, %r8
	subq	%rax, %r8
	leaq	-1(%r8), %r9
	cmpq	$6, %r9
	jbe	.L6
	movq	(%rsi,%rax), %xmm0
	movq	(%rdx,%rax), %xmm1
	movq	%r8, %r9
	andq	$-8, %r9
	pavgb	%xmm1, %xmm0
	movq	%xmm0, (%rdi,%rax)
	addq	%r9, %rax
	andl	$7, %r8d
	je	.L1
.L6:
	movzbl	(%rsi,%rax), %r9d
	movzbl	(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, (%rdi,%rax)
	leaq	1(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L1
	movzbl	1(%rsi,%rax), %r9d
	movzbl	1(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 1(%rdi,%rax)
	leaq	2(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L1
	movzbl	2(%rdx,%rax), %r9d
	movzbl	2(%rsi,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 2(%rdi,%rax)
	leaq	3(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L1
	movzbl	3(%rsi,%rax), %r9d
	movzbl	3(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 3(%rdi,%rax)
	leaq	4(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L1
	movzbl	4(%rsi,%rax), %r9d
	movzbl	4(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 4(%rdi,%rax)
	leaq	5(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L1
	movzbl	5(%rsi,%rax), %r9d
	movzbl	5(%rdx,%rax), %r8d
	leal	1(%r9,%r8), %r8d
	sarl	%r8d
	movb	%r8b, 5(%rdi,%rax)
	leaq	6(%rax), %r8
	cmpq	%rcx, %r8
	jnb	.L1
	movzbl	6(%rsi,%rax), %ecx
	movzbl	6(%rdx,%rax), %edx
	leal	1(%rcx,%rdx), %edx
	sarl	%edx
	movb	%dl, 6(%rdi,%rax)
.L1:
	ret
.L8:
	xorl	%eax, %eax
	jmp	.L3
.L20:
	ret
	.size	kernel, .-kernel
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
