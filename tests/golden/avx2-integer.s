# Integer AVX2: broadcasts, permutes across lanes, variable shifts, masked loads and stores.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake
	vpbroadcastd	(%rsi), %ymm0
	vpbroadcastw	%xmm0, %ymm1
	vbroadcasti128	(%rsi), %ymm2
	vpermq	$216, %ymm2, %ymm3
	vpermd	%ymm3, %ymm0, %ymm4
	vpermps	(%rsi), %ymm4, %ymm5
	vperm2i128	$33, %ymm5, %ymm4, %ymm6
	vinserti128	$1, %xmm6, %ymm0, %ymm7
	vextracti128	$1, %ymm7, (%rdi)
	vpsllvd	%ymm7, %ymm6, %ymm8
	vpsrlvq	%ymm8, %ymm7, %ymm9
	vpsravd	(%rsi), %ymm9, %ymm10
	vpslld	$4, %ymm10, %ymm11
	vpsrlw	%xmm1, %ymm11, %ymm12
	vpmaskmovd	(%rsi), %ymm12, %ymm13
	vpmaskmovq	%ymm13, %ymm12, (%rdi)
	vmaskmovps	(%rsi), %ymm12, %ymm14
	vpblendd	$170, %ymm13, %ymm14, %ymm15
	vpblendvb	%ymm0, %ymm1, %ymm2, %ymm3
	vpmovzxbw	(%rsi), %ymm4
	vpackuswb	%ymm4, %ymm5, %ymm6
	vpunpckhbw	%ymm5, %ymm6, %ymm7
	vpabsw	%ymm7, %ymm8
	vpmovmskb	%ymm8, %eax
	vpmulld	%ymm8, %ymm9, %ymm10
	vpavgw	%ymm9, %ymm10, %ymm11
	vmovntdqa	(%rsi), %ymm12
	vmovntps	%ymm12, (%rdi)
	vtestps	%ymm12, %ymm13
	vzeroall
