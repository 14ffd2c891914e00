# The sums of all beginnings of a vector: addition and store.
# Published: one addition, one store and one taken branch: 1 cycle at least.
# measured: znver5 1.11
.Lprefix_sum:
	addq	(%rsi), %rax
	movq	%rax, (%rdi)
	addq	$8, %rsi
	addq	$8, %rdi
	decq	%rcx
	jne	.Lprefix_sum
