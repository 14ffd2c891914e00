# An integer becomes a floating-point number and is one again.
# measured: znver3 13.00
.Lconvert_there_and_back:
	vcvtsi2ss	%eax, %xmm5, %xmm4
	vcvttss2si	%xmm4, %eax
	decq	%rcx
	jne	.Lconvert_there_and_back
