# A comparison of vectors decides about an integer.
# measured: znver3 7.00
.Lmask_to_integer:
	vmovd	%eax, %xmm4
	vpcmpeqd	%xmm4, %xmm5, %xmm4
	vpmovmskb	%xmm4, %eax
	decq	%rcx
	jne	.Lmask_to_integer
