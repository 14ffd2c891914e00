# Xorshift: three shifts and exclusive ors, with moves between.
# Published: three times shift and xor: 6 cycles where moves take no time.
# measured: znver5 6.00
# measured: znver3 6.00
# measured: graniterapids 6.00
.Lxorshift:
	movq	%rax, %rdx
	shlq	$13, %rdx
	xorq	%rdx, %rax
	movq	%rax, %rdx
	shrq	$7, %rdx
	xorq	%rdx, %rax
	movq	%rax, %rdx
	shlq	$17, %rdx
	xorq	%rdx, %rax
	decq	%rcx
	jne	.Lxorshift
