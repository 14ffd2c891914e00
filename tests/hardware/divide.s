# Division by a constant that is not known: quotient after quotient.
# measured: znver5 10.99
# measured: znver3 10.00
.Ldivide:
	xorl	%edx, %edx
	divl	%ebx
	orl	$1000, %eax
	decq	%rcx
	jne	.Ldivide
