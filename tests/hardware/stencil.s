# A three-point stencil of double: neighbours are loaded again rather than kept.
# measured: znver3 2.00
.Lstencil:
	movupd	-8(%rsi), %xmm1
	movupd	8(%rsi), %xmm2
	addpd	%xmm2, %xmm1
	movupd	(%rsi), %xmm3
	mulpd	%xmm0, %xmm3
	addpd	%xmm3, %xmm1
	movupd	%xmm1, (%rdi)
	addq	$16, %rsi
	addq	$16, %rdi
	decq	%rcx
	jne	.Lstencil
