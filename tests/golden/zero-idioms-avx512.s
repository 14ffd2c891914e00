# Idioms on the registers and masks that AVX-512 adds.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids
	vmulps	%zmm0, %zmm0, %zmm0
	vpxord	%zmm0, %zmm0, %zmm0
	vmulps	%zmm1, %zmm1, %zmm1
	vxorps	%zmm1, %zmm1, %zmm1
	vpmullw	%ymm16, %ymm16, %ymm16
	vpxorq	%ymm16, %ymm16, %ymm16
	vpmullw	%xmm17, %xmm17, %xmm17
	vpsubb	%xmm17, %xmm17, %xmm17
	vpmullw	%zmm18, %zmm18, %zmm18
	vpandnq	%zmm18, %zmm18, %zmm18
	vpxord	%zmm2, %zmm2, %zmm2 {%k1}
	kxorw	%k1, %k1, %k1
	kxnorq	%k2, %k2, %k2
	vpcmpgtd	%zmm3, %zmm3, %k3
	vpcmpeqb	%zmm3, %zmm3, %k4
	vpternlogd	$255, %zmm4, %zmm4, %zmm4
