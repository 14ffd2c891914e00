# Chains of divisions and square roots: scalar, packed, wide.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -timeline -timeline-max-iterations=1 -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -iterations=40
	vdivss	%xmm1, %xmm0, %xmm0
	vdivsd	%xmm3, %xmm2, %xmm2
	vdivps	%xmm5, %xmm4, %xmm4
	vdivpd	%xmm7, %xmm6, %xmm6
	vdivps	%ymm9, %ymm8, %ymm8
	vdivpd	(%rdi), %ymm10, %ymm10
	vsqrtss	%xmm0, %xmm0, %xmm0
	vsqrtsd	%xmm2, %xmm2, %xmm2
	vsqrtps	(%rsi), %ymm11
	vsqrtpd	%ymm10, %ymm10
