# The same dot product with vectors and four
# sums that do not wait for each other.
.Lloop:
	vmovups	(%rdi), %ymm4
	vmovups	32(%rdi), %ymm5
	vmovups	64(%rdi), %ymm6
	vmovups	96(%rdi), %ymm7
	vfmadd231ps	(%rsi), %ymm4, %ymm0
	vfmadd231ps	32(%rsi), %ymm5, %ymm1
	vfmadd231ps	64(%rsi), %ymm6, %ymm2
	vfmadd231ps	96(%rsi), %ymm7, %ymm3
	subq	$-128, %rdi
	subq	$-128, %rsi
	addq	$-32, %rdx
	jne	.Lloop
