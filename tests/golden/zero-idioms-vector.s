# Idioms that zero vector registers or break their dependencies: SSE and AVX forms.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake
	mulps	%xmm0, %xmm0
	xorps	%xmm0, %xmm0
	mulpd	%xmm1, %xmm1
	xorpd	%xmm1, %xmm1
	pmullw	%xmm2, %xmm2
	pxor	%xmm2, %xmm2
	pmullw	%xmm3, %xmm3
	psubd	%xmm3, %xmm3
	pmullw	%xmm4, %xmm4
	pandn	%xmm4, %xmm4
	pmullw	%xmm5, %xmm5
	pcmpgtb	%xmm5, %xmm5
	pmullw	%xmm6, %xmm6
	pcmpeqd	%xmm6, %xmm6
	mulps	%xmm7, %xmm7
	andnps	%xmm7, %xmm7
	vmulps	%ymm8, %ymm8, %ymm8
	vxorps	%ymm8, %ymm8, %ymm8
	vpmullw	%xmm9, %xmm9, %xmm9
	vpxor	%xmm10, %xmm10, %xmm9
	vpmullw	%xmm9, %xmm9, %xmm11
	vpsubq	%xmm11, %xmm11, %xmm12
	vandnpd	%xmm12, %xmm12, %xmm12
	vpcmpgtq	%xmm13, %xmm13, %xmm13
	vpcmpeqb	%xmm14, %xmm14, %xmm14
	vpsubusb	%xmm15, %xmm15, %xmm15
