# y += a * x for vectors of float: two loads and a store.
# Published: one store of a vector: 1 cycle at least.
# lacking: sandybridge ivybridge
.Lsaxpy:
	vmovups	(%rsi), %ymm1
	vfmadd213ps	(%rdi), %ymm0, %ymm1
	vmovups	%ymm1, (%rdi)
	addq	$32, %rsi
	addq	$32, %rdi
	decq	%rcx
	jne	.Lsaxpy
