# Integers become numbers of double: the register that is overwritten matters unless it is cleared.
# measured: znver3 3.00
.Lint_to_float:
	xorps	%xmm0, %xmm0
	cvtsi2sdl	(%rsi), %xmm0
	addsd	%xmm0, %xmm1
	addq	$4, %rsi
	decq	%rcx
	jne	.Lint_to_float
