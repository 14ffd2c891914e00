# Loops that each meet another bound of hardware mode.
	.text
	.type	nops,@function
nops:
.Lnops:
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	decq	%rcx
	jne	.Lnops
	retq
	.size	nops, .-nops
	.type	many_nops,@function
many_nops:
.Lmany_nops:
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	decq	%rcx
	jne	.Lmany_nops
	retq
	.size	many_nops, .-many_nops
	.type	loads,@function
loads:
.Lloads:
	movq	(%rsi), %rax
	movq	(%rsi), %rax
	movq	(%rsi), %rax
	movq	(%rsi), %rax
	decq	%rcx
	jne	.Lloads
	retq
	.size	loads, .-loads
	.type	division,@function
division:
.Ldivision:
	xorl	%edx, %edx
	movl	$1000, %eax
	divl	%ebx
	movl	$1000, %eax
	decq	%rcx
	jne	.Ldivision
	retq
	.size	division, .-division
	.type	locked,@function
locked:
.Llocked:
	lock addq	$1, (%rdi)
	decq	%rcx
	jne	.Llocked
	retq
	.size	locked, .-locked
	.type	fence,@function
fence:
.Lfence:
	lfence
	nop
	decq	%rcx
	jne	.Lfence
	retq
	.size	fence, .-fence
	.type	mixed,@function
mixed:
.Lmixed:
	vaddps	%ymm1, %ymm0, %ymm0
	addps	%xmm3, %xmm2
	decq	%rcx
	jne	.Lmixed
	retq
	.size	mixed, .-mixed
	.type	chain,@function
chain:
.Lchain:
	imulq	%rax, %rax
	decq	%rcx
	jne	.Lchain
	retq
	.size	chain, .-chain
