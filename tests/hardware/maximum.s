# The largest value without a branch: load, comparison and cmov.
# Published: cmp and cmov: 2 cycles, 3 where cmov takes two.
# measured: znver5 3.00
# measured: znver3 2.00
.Lmaximum:
	movq	(%rsi), %rdx
	cmpq	%rdx, %rax
	cmovlq	%rdx, %rax
	addq	$8, %rsi
	decq	%rcx
	jne	.Lmaximum
