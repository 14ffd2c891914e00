# Permutes of one and two sources, aligns, lane shuffles, expands of width, ternary logic, rotates.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
	vpermd	%zmm0, %zmm1, %zmm2
	vpermw	(%rsi), %zmm1, %zmm2
	vpermb	%zmm0, %zmm1, %zmm3
	vpermt2ps	%zmm0, %zmm1, %zmm4
	vpermi2d	%zmm0, %zmm1, %zmm5 {%k1} {z}
	vpermi2b	%ymm0, %ymm1, %ymm6
	vpermpd	$78, %zmm0, %zmm7
	vpermilpd	%zmm0, %zmm1, %zmm8
	vshufi32x4	$27, %zmm0, %zmm1, %zmm9
	vshuff64x2	$3, %ymm0, %ymm1, %ymm10
	valignd	$3, %zmm0, %zmm1, %zmm11
	vpalignr	$5, %zmm0, %zmm1, %zmm12
	vpternlogd	$150, %zmm0, %zmm1, %zmm13
	vpternlogq	$202, (%rsi){1to8}, %zmm1, %zmm14 {%k2}
	vprold	$7, %zmm0, %zmm15
	vprorvq	%zmm0, %zmm1, %zmm16
	vpsllvw	%zmm0, %zmm1, %zmm17
	vpshldd	$9, %zmm0, %zmm1, %zmm18
	vpmultishiftqb	%zmm0, %zmm1, %zmm19
	vextracti32x8	$1, %zmm0, %ymm20
	vinserti64x2	$3, %xmm0, %zmm1, %zmm21
	vbroadcasti32x4	(%rsi), %zmm22
	vpmovzxbd	(%rsi), %zmm23
	vpmovdb	%zmm23, (%rdi)
	vpmovusqw	%zmm0, %xmm24
	vpconflictd	%zmm0, %zmm25
	vplzcntq	%zmm0, %zmm26
	vpopcntw	%zmm0, %zmm27
	vpsadbw	%zmm0, %zmm1, %zmm28
	vdbpsadbw	$2, %zmm0, %zmm1, %zmm29
	vpmadd52luq	%zmm0, %zmm1, %zmm30
	vgf2p8affineqb	$3, %zmm0, %zmm1, %zmm31
