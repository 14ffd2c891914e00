# Loops that do one element at a time. The other file has them vectorized, unrolled, or doing something else.
#
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake,znver4
	.type	scale,@function
scale:
	vmulss	(%rdi,%rax,4), %xmm0, %xmm1
	vmovss	%xmm1, (%rsi,%rax,4)
	incq	%rax
	cmpq	%rdx, %rax
	jne	scale
	retq
	.size	scale, .-scale
	.type	copy,@function
copy:
	movq	(%rsi), %rax
	movq	%rax, (%rdi)
	addq	$8, %rsi
	addq	$8, %rdi
	cmpq	%rdx, %rsi
	jne	copy
	retq
	.size	copy, .-copy
	.type	find,@function
find:
	cmpl	%esi, (%rdi)
	je	.Lfound
	addq	$4, %rdi
	cmpq	%rdx, %rdi
	jne	find
.Lfound:
	retq
	.size	find, .-find
	.type	power,@function
power:
	imulq	%rsi, %rax
	decq	%rdi
	jne	power
	retq
	.size	power, .-power
	.type	columns,@function
columns:
	vaddsd	(%rdi), %xmm0, %xmm0
	vaddsd	(%rsi), %xmm0, %xmm0
	addq	$64, %rdi
	addq	$8, %rsi
	cmpq	%rdx, %rdi
	jne	columns
	retq
	.size	columns, .-columns
