# The VEX forms of the dot products, and AVX-IFMA.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake
	{vex} vpdpbusd	%ymm0, %ymm1, %ymm2
	{vex} vpdpwssd	(%rsi), %ymm1, %ymm3
	{vex} vpdpwssds	%xmm0, %xmm1, %xmm4
