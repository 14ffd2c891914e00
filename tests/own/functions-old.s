# The old version of functions, most of which have no loops. The other file has the new one.
#
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --functions --all functions-old.s
	.type	mix,@function
mix:
	imulq	%rsi, %rdi
	imulq	%rdi, %rdi
	imulq	%rdi, %rdi
	leaq	(%rdi,%rsi), %rax
	retq
	.size	mix, .-mix
	.type	swap_pair,@function
swap_pair:
	movq	(%rdi), %rax
	movq	(%rsi), %rcx
	movq	%rcx, (%rdi)
	movq	%rax, (%rsi)
	retq
	.size	swap_pair, .-swap_pair
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
	addq	$8, %rdi
	cmpq	%rsi, %rdi
	jne	.L1
	retq
	.size	sum, .-sum
	.type	gone,@function
gone:
	divq	%rsi
	retq
	.size	gone, .-gone
