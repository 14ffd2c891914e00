# The same with four sums, so that loads limit it: eight in four steps, two a cycle.
# Published: eight loads of vectors, two a cycle on Haswell to Skylake and Zen 2 to 5: 4 cycles.
# lacking: sandybridge ivybridge
# measured: znver5 4.01
.Ldot_product_four_sums:
	vmovups	(%rsi), %ymm4
	vmovups	32(%rsi), %ymm5
	vmovups	64(%rsi), %ymm6
	vmovups	96(%rsi), %ymm7
	vfmadd231ps	(%rdi), %ymm4, %ymm0
	vfmadd231ps	32(%rdi), %ymm5, %ymm1
	vfmadd231ps	64(%rdi), %ymm6, %ymm2
	vfmadd231ps	96(%rdi), %ymm7, %ymm3
	addq	$128, %rsi
	addq	$128, %rdi
	decq	%rcx
	jne	.Ldot_product_four_sums
