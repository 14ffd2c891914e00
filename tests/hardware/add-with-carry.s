# Addition of long numbers: the carry goes through four words.
# measured: znver5 2.00
# measured: znver3 2.00
.Ladd_with_carry:
	movq	(%rsi), %rax
	adcq	%rax, (%rdi)
	movq	8(%rsi), %rax
	adcq	%rax, 8(%rdi)
	leaq	16(%rsi), %rsi
	leaq	16(%rdi), %rdi
	decq	%rcx
	jne	.Ladd_with_carry
