# A pair of mask registers has no name in assembly; the critical sequence names it all the same.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -bottleneck-analysis
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -bottleneck-analysis -output-asm-variant=1
	vp2intersectd	%zmm2, %zmm3, %k0
	vpblendmw	(%r12), %zmm1, %zmm24 {%k1}
	vpaddd	%zmm24, %zmm3, %zmm3
