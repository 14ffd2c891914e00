# A shuffle feeds a multiplication, and the other way round: between domains of vectors.
# measured: znver3 6.00
.Lshuffle_and_multiply:
	shufps	$0, %xmm4, %xmm4
	mulps	%xmm1, %xmm4
	decq	%rcx
	jne	.Lshuffle_and_multiply
