# Copying 64 bytes: two loads and two stores of vectors.
# Published: two stores: 2 cycles with one store a cycle.
# lacking: sandybridge ivybridge
# measured: znver3 2.02
.Lcopy_vectors:
	vmovdqu	(%rsi), %ymm0
	vmovdqu	32(%rsi), %ymm1
	vmovdqu	%ymm0, (%rdi)
	vmovdqu	%ymm1, 32(%rdi)
	addq	$64, %rsi
	addq	$64, %rdi
	decq	%rcx
	jne	.Lcopy_vectors
