# A linear congruential generator: multiplication and addition.
# Published: imul and add: 3 + 1 = 4 cycles, 5 on Zen.
# measured: znver5 4.00
# measured: znver3 4.00
.Llinear_congruential:
	imulq	%rbx, %rax
	addq	%rdx, %rax
	decq	%rcx
	jne	.Llinear_congruential
