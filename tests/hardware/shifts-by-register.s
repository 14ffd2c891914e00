# Shifts by a count in a register leave the flags as they were if the count is 0, so that each waits for the one before.
# measured: znver3 2.00
.Lshifts_by_register:
	movq	(%rsi), %rax
	movq	8(%rsi), %rdx
	shrq	%cl, %rax
	shrq	%cl, %rdx
	rolq	%cl, %rax
	addq	%rdx, %rax
	movq	%rax, (%rsi)
	addq	$16, %rsi
	cmpq	%rdi, %rsi
	jne	.Lshifts_by_register
