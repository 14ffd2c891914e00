# A general purpose register goes through a vector sum.
# measured: znver3 10.00
.Lmove_there_and_back_sums:
	vmovd	%eax, %xmm4
	vaddps	%xmm4, %xmm4, %xmm4
	vmovd	%xmm4, %eax
	decq	%rcx
	jne	.Lmove_there_and_back_sums
