# Transpose: four by four floats, eight by eight words, and the lane crossing part of eight by eight floats.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -timeline -timeline-max-iterations=1 -iterations=10
	vunpcklps	%xmm1, %xmm0, %xmm4
	vunpckhps	%xmm1, %xmm0, %xmm5
	vunpcklps	%xmm3, %xmm2, %xmm6
	vunpckhps	%xmm3, %xmm2, %xmm7
	vmovlhps	%xmm6, %xmm4, %xmm0
	vmovhlps	%xmm4, %xmm6, %xmm1
	vshufps	$68, %xmm7, %xmm5, %xmm2
	vshufps	$238, %xmm7, %xmm5, %xmm3
	vpunpcklwd	%xmm9, %xmm8, %xmm10
	vpunpckhwd	%xmm9, %xmm8, %xmm11
	vpunpckldq	%xmm11, %xmm10, %xmm12
	vpunpckhqdq	%xmm12, %xmm12, %xmm13
	vunpcklpd	%ymm9, %ymm8, %ymm14
	vunpckhpd	%ymm9, %ymm8, %ymm15
	vperm2f128	$32, %ymm15, %ymm14, %ymm8
	vperm2f128	$49, %ymm15, %ymm14, %ymm9
	vinsertf128	$1, (%rdi), %ymm8, %ymm8
	vblendps	$170, %ymm9, %ymm8, %ymm10
	vmovups	%ymm10, (%rdi)
	vpextrw	$3, %xmm12, %eax
	vpinsrd	$1, %eax, %xmm13, %xmm13
	vextractps	$2, %xmm0, (%rsi)
	vinsertps	$28, (%rsi), %xmm1, %xmm1
