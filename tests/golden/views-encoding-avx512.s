# Encodings of masks, compressed displacements, rounding and high registers.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -show-encoding -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -show-encoding -iterations=2
	vaddps	64(%rdi), %zmm17, %zmm18 {%k1} {z}
	vaddps	65(%rdi), %zmm1, %zmm2
	vaddpd	8(%rdi){1to8}, %zmm1, %zmm2
	vmulss	4(%rdi), %xmm17, %xmm18
	vfmadd231pd	{ru-sae}, %zmm30, %zmm31, %zmm1 {%k7}
	vpgatherdd	64(%rdi,%zmm20,4), %zmm0 {%k1}
	vpcmpltub	%zmm16, %zmm17, %k5 {%k6}
	kmovq	%k1, %r15
	vmovdqu8	%zmm31, -64(%rsp)
	vpermt2w	(%r13), %ymm16, %ymm25
