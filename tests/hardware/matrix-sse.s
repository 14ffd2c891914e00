# The heart of a product of matrices of float with SSE: a column of four rows.
# measured: znver5 2.01
# measured: znver3 3.00
.Lmatrix_sse:
	movaps	(%rsi), %xmm4
	movss	(%rdi), %xmm5
	shufps	$0, %xmm5, %xmm5
	mulps	%xmm4, %xmm5
	addps	%xmm5, %xmm0
	movss	4(%rdi), %xmm6
	shufps	$0, %xmm6, %xmm6
	mulps	%xmm4, %xmm6
	addps	%xmm6, %xmm1
	addq	$16, %rsi
	addq	$8, %rdi
	decq	%rcx
	jne	.Lmatrix_sse
