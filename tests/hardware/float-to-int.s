# Numbers of double become integers and back again.
# measured: znver5 12.99
# measured: znver3 13.00
.Lfloat_to_int:
	cvttsd2si	%xmm0, %rax
	xorps	%xmm0, %xmm0
	cvtsi2sdq	%rax, %xmm0
	decq	%rcx
	jne	.Lfloat_to_int
