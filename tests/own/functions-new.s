# The new version: `mix` with fewer multiplications, `swap_pair` under another name, one function more and one less.
#
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake,znver4 --functions functions-old.s
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --functions --region=mix --format=markdown functions-old.s
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --functions --format=json functions-old.s
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --functions --region=absent functions-old.s
	.type	mix,@function
mix:
	imulq	%rsi, %rdi
	leaq	(%rdi,%rsi), %rax
	retq
	.size	mix, .-mix
	.type	exchange,@function
exchange:
	movq	(%rdi), %rax
	movq	(%rsi), %rdx
	movq	%rdx, (%rdi)
	movq	%rax, (%rsi)
	retq
	.size	exchange, .-exchange
	.type	same,@function
same:
	leaq	1(%rdi), %rax
	retq
	.size	same, .-same
	.type	sum,@function
sum:
	xorl	%eax, %eax
.L1:
	addq	(%rdi), %rax
	addq	8(%rdi), %rax
	addq	$16, %rdi
	cmpq	%rsi, %rdi
	jne	.L1
	retq
	.size	sum, .-sum
	.type	squares,@function
squares:
	mulps	%xmm0, %xmm0
	mulps	%xmm1, %xmm1
	addps	%xmm1, %xmm0
	retq
	.size	squares, .-squares
