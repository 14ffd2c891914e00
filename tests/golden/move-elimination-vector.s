# Chains of vector register moves.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake
	movaps	%xmm0, %xmm1
	movups	%xmm1, %xmm2
	movapd	%xmm2, %xmm3
	movdqa	%xmm3, %xmm4
	movdqu	%xmm4, %xmm5
	addps	%xmm5, %xmm0
	vmovaps	%xmm0, %xmm6
	vmovdqa	%xmm6, %xmm7
	vmovupd	%xmm7, %xmm8
	vmovaps	%ymm8, %ymm9
	vmovdqu	%ymm9, %ymm10
	vaddps	%ymm10, %ymm10, %ymm0
	movss	%xmm0, %xmm1
	vmovq	%xmm1, %xmm2
