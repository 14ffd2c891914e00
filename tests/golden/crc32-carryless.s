# Fold 64 bytes with carry-less multiplication.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=15
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -iterations=15
.Lfold:
	movdqa	%xmm0, %xmm4
	movdqa	%xmm1, %xmm5
	pclmulqdq	$0, %xmm8, %xmm0
	pclmulqdq	$17, %xmm8, %xmm4
	pclmulqdq	$0, %xmm8, %xmm1
	pclmulqdq	$17, %xmm8, %xmm5
	pxor	(%rdi), %xmm4
	pxor	16(%rdi), %xmm5
	pxor	%xmm4, %xmm0
	pxor	%xmm5, %xmm1
	movdqa	%xmm2, %xmm6
	vpclmulqdq	$16, 32(%rdi), %xmm8, %xmm7
	vpclmulhqlqdq	%xmm2, %xmm8, %xmm6
	pxor	%xmm7, %xmm2
	pxor	%xmm6, %xmm2
	addq	$64, %rdi
	subq	$64, %rsi
	ja	.Lfold
