# The same with fused multiplications and additions: six sums of vectors, one row after the other.
# Published: six FMA, two a cycle: 3 cycles; one FMA: 4 or 5.
# lacking: sandybridge ivybridge
# measured: znver5 4.27
# measured: znver3 4.01
.Lmatrix_avx2:
	vmovaps	(%rsi), %ymm8
	vmovaps	32(%rsi), %ymm9
	vbroadcastss	(%rdi), %ymm10
	vfmadd231ps	%ymm8, %ymm10, %ymm0
	vfmadd231ps	%ymm9, %ymm10, %ymm1
	vbroadcastss	4(%rdi), %ymm11
	vfmadd231ps	%ymm8, %ymm11, %ymm2
	vfmadd231ps	%ymm9, %ymm11, %ymm3
	vbroadcastss	8(%rdi), %ymm12
	vfmadd231ps	%ymm8, %ymm12, %ymm4
	vfmadd231ps	%ymm9, %ymm12, %ymm5
	addq	$64, %rsi
	addq	$12, %rdi
	decq	%rcx
	jne	.Lmatrix_avx2
