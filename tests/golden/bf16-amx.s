# bfloat16 conversions and products, half precision arithmetic, tiles.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -instruction-tables=full
	vcvtne2ps2bf16	%zmm0, %zmm1, %zmm2
	vcvtneps2bf16	%zmm2, %ymm3
	vdpbf16ps	%zmm2, %zmm1, %zmm4
	vaddph	%zmm0, %zmm1, %zmm5
	vfmadd231ph	(%rsi){1to32}, %zmm5, %zmm6
	vmulsh	%xmm0, %xmm1, %xmm7
	vcvtph2w	%zmm5, %zmm8
	vfmulcph	%zmm0, %zmm1, %zmm9
	ldtilecfg	(%rdi)
	tilezero	%tmm0
	tileloadd	(%rsi,%rcx), %tmm1
	tileloaddt1	(%rdx,%rcx), %tmm2
	tdpbssd	%tmm2, %tmm1, %tmm0
	tdpbf16ps	%tmm2, %tmm1, %tmm0
	tilestored	%tmm0, (%rdi,%rcx)
	tilerelease
