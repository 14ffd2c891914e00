# `scale` vectorized with a remainder, `copy` by vectors, `find` in a list, `power` unrolled, `columns` by rows.
#
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake work-old.s
# oxmca: diff --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake --format=json work-old.s
	.type	scale,@function
scale:
	vmulps	(%rdi,%rax,4), %ymm0, %ymm1
	vmulps	32(%rdi,%rax,4), %ymm0, %ymm2
	vmovups	%ymm1, (%rsi,%rax,4)
	vmovups	%ymm2, 32(%rsi,%rax,4)
	addq	$16, %rax
	cmpq	%rdx, %rax
	jne	scale
.Lremainder:
	vmulss	(%rdi,%rax,4), %xmm0, %xmm1
	vmovss	%xmm1, (%rsi,%rax,4)
	incq	%rax
	cmpq	%rcx, %rax
	jne	.Lremainder
	retq
	.size	scale, .-scale
	.type	copy,@function
copy:
	vmovups	(%rsi), %ymm0
	vmovups	%ymm0, (%rdi)
	addq	$32, %rsi
	addq	$32, %rdi
	cmpq	%rdx, %rsi
	jne	copy
	retq
	.size	copy, .-copy
	.type	find,@function
find:
	cmpl	%esi, 8(%rdi)
	je	.Lfound
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	jne	find
.Lfound:
	retq
	.size	find, .-find
	.type	power,@function
power:
	imulq	%rsi, %rax
	imulq	%rsi, %rax
	decq	%rdi
	jne	power
	retq
	.size	power, .-power
	.type	columns,@function
columns:
	vaddsd	(%rdi), %xmm0, %xmm0
	vaddsd	(%rsi), %xmm0, %xmm0
	addq	$8, %rdi
	addq	$8, %rsi
	cmpq	%rdx, %rdi
	jne	columns
	retq
	.size	columns, .-columns
