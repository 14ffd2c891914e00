# The upper half of a product, and what is one more, is a factor of the next one.
# Published: a multiplication and an addition: 4 cycles at least.
# measured: znver3 5.01
.Lupper_halves:
	mulq	%rbx
	leaq	1(%rdx), %rax
	decq	%rcx
	jne	.Lupper_halves
