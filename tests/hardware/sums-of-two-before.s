# Each element is the sum of all that are an even number of places before: the load takes what was stored two iterations before.
# Published: one taken branch and one store: 1 cycle at least.
# measured: znver3 4.25
.Lsums_of_two_before:
	addq	-16(%rdx,%rsi,8), %rax
	movq	%rax, (%rdx,%rsi,8)
	incq	%rsi
	cmpq	%rsi, %rcx
	jne	.Lsums_of_two_before
