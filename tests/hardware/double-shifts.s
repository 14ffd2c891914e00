# Shifts of two registers, which come from microcode: in a row they take fewer cycles than beside others.
# measured: znver3 7.00
.Ldouble_shifts:
	shldl	$3, %esi, %eax
	shldl	$3, %esi, %ebx
	shldl	$3, %esi, %r8d
	shldl	$3, %esi, %r9d
	decq	%rcx
	jne	.Ldouble_shifts
