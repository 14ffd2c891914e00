# The sum of one field of structures: loads that an addition takes along.
# Published: two additions, one after the other: 2 cycles.
# measured: znver3 2.02
.Lsum_strided:
	addq	(%rsi), %rax
	addq	64(%rsi), %rax
	subq	$-128, %rsi
	decq	%rcx
	jne	.Lsum_strided
