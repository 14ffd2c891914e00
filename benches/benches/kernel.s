# Code to measure with: two accumulators, a gather, some integer work; nothing newer than SSE2, for Atom.
	movups	(%rdi,%rcx), %xmm0
	movups	16(%rdi,%rcx), %xmm1
	mulps	(%rsi,%rcx), %xmm0
	mulps	%xmm8, %xmm1
	addps	%xmm0, %xmm6
	addps	%xmm1, %xmm7
	movups	%xmm1, 16(%rdx,%rcx)
	movl	(%r8,%rcx), %eax
	movsd	(%r9,%rax,8), %xmm2
	movhpd	8(%r9,%rax,8), %xmm2
	pshufd	$78, %xmm2, %xmm3
	subpd	%xmm3, %xmm2
	divsd	%xmm9, %xmm2
	movsd	%xmm2, (%r10,%rcx)
	xorl	%r11d, %r11d
	leaq	8(%rax,%rax,2), %rbx
	imulq	%rbx, %r12
	addq	%r12, %r13
	shrq	$7, %rbx
	cmpq	%rbx, %r14
	cmovlq	%rbx, %r14
	sete	%r11b
	movq	%r13, (%r15,%rcx)
	addq	$32, %rcx
	cmpq	%rbp, %rcx
