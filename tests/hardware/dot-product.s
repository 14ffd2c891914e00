# The dot product of two vectors of float, with one sum: a chain of fused multiplications and additions.
# Published: one FMA, 4 cycles on Skylake and Ice Lake, Golden Cove and Zen 3 to 5, 5 on Haswell and Zen to Zen 2.
# lacking: sandybridge ivybridge
# measured: znver5 4.00
# measured: znver3 4.00
.Ldot_product:
	vmovups	(%rsi), %ymm1
	vfmadd231ps	(%rdi), %ymm1, %ymm0
	addq	$32, %rsi
	addq	$32, %rdi
	decq	%rcx
	jne	.Ldot_product
