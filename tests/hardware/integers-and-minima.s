# Integer addition and minimum of floating-point numbers in one chain.
# measured: znver3 4.00
.Lintegers_and_minima:
	paddd	%xmm1, %xmm4
	minps	%xmm1, %xmm4
	decq	%rcx
	jne	.Lintegers_and_minima
