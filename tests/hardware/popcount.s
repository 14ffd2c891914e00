# Bits that are set in a vector: popcnt, which on older processors waits for what it overwrites.
# Published: two popcnt, one a cycle on Intel: 2 cycles, 6 where one waits for the other.
# measured: znver5 2.00
# measured: znver3 2.00
.Lpopcount:
	popcntq	(%rsi), %rdx
	addq	%rdx, %rax
	popcntq	8(%rsi), %rdx
	addq	%rdx, %rax
	addq	$16, %rsi
	decq	%rcx
	jne	.Lpopcount
