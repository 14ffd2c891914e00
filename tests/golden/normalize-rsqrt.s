# Normalize vectors: estimate of 1/sqrt and one Newton step, beside the exact square root and division.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
	vmovaps	(%rdi), %xmm0
	vdpps	$255, %xmm0, %xmm0, %xmm1
	vrsqrtps	%xmm1, %xmm2
	vmulps	%xmm2, %xmm1, %xmm3
	vmulps	%xmm2, %xmm3, %xmm3
	vsubps	%xmm3, %xmm8, %xmm3
	vmulps	%xmm9, %xmm2, %xmm2
	vmulps	%xmm3, %xmm2, %xmm2
	vmulps	%xmm2, %xmm0, %xmm2
	vmovaps	%xmm2, (%rsi)
	vsqrtps	%xmm1, %xmm4
	vdivps	%xmm4, %xmm0, %xmm4
	vmovaps	%xmm4, 16(%rsi)
	vrcpss	%xmm1, %xmm1, %xmm5
	vsqrtsd	%xmm0, %xmm0, %xmm6
	vmovsd	%xmm6, 32(%rsi)
