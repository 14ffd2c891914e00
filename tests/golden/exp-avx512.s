# exp of sixteen floats: range reduction with embedded rounding, polynomial, scale by a power of two.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=40
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -iterations=30
.Lexp:
	vmovups	(%rsi), %zmm0
	vmulps	%zmm16, %zmm0, %zmm1
	vcvtps2dq	{rn-sae}, %zmm1, %zmm2
	vrndscaleps	$8, {sae}, %zmm1, %zmm1
	vfnmadd231ps	%zmm17, %zmm1, %zmm0
	vfnmadd231ps	%zmm18, %zmm1, %zmm0
	vmovaps	%zmm19, %zmm3
	vfmadd213ps	%zmm20, %zmm0, %zmm3
	vfmadd213ps	{rz-sae}, %zmm21, %zmm0, %zmm3
	vfmadd213ps	.Lone(%rip){1to16}, %zmm0, %zmm3
	vscalefps	%zmm1, %zmm3, %zmm3
	vcmpltps	%zmm22, %zmm0, %k1
	vmovaps	%zmm23, %zmm3 {%k1}
	vmovups	%zmm3, (%rdi) {%k2}
	addq	$64, %rsi
	addq	$64, %rdi
	subl	$16, %ecx
	ja	.Lexp
