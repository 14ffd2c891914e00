# The dot product with SSE: a chain of additions behind multiplications.
# Published: one addition, 3 cycles to Broadwell and on Zen to Zen 4, 4 on Skylake and Ice Lake.
# measured: znver5 2.00
.Ldot_product_sse:
	movups	(%rsi), %xmm1
	movups	(%rdi), %xmm2
	mulps	%xmm2, %xmm1
	addps	%xmm1, %xmm0
	addq	$16, %rsi
	addq	$16, %rdi
	decq	%rcx
	jne	.Ldot_product_sse
