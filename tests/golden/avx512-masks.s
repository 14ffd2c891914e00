# Mask registers: compares into masks, merging and zeroing, mask arithmetic, tests and moves.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=20
	vpcmpgtd	(%rsi), %zmm0, %k1
	vpcmpeqb	%zmm2, %zmm3, %k2 {%k1}
	vpcmpneqw	%ymm2, %ymm3, %k3
	vpcmpleuq	(%rdi){1to8}, %zmm4, %k4
	vcmpnltpd	{sae}, %zmm5, %zmm6, %k5
	vfpclassps	$24, %xmm7, %k6
	vptestmd	%zmm0, %zmm1, %k7
	vptestnmb	%xmm0, %xmm1, %k2
	kandw	%k1, %k2, %k3
	kandnd	%k3, %k4, %k5
	korq	%k5, %k6, %k7
	kxorb	%k1, %k2, %k3
	kxnorw	%k0, %k0, %k1
	knotw	%k1, %k2
	kshiftlw	$4, %k2, %k3
	kshiftrq	$32, %k4, %k5
	kunpckbw	%k1, %k2, %k3
	kaddd	%k1, %k2, %k3
	kortestw	%k3, %k4
	ktestb	%k1, %k2
	kmovw	%k3, %eax
	kmovq	%rax, %k4
	kmovd	(%rdi), %k5
	kmovb	%k5, (%rdi)
	vpaddd	%zmm1, %zmm2, %zmm3 {%k1} {z}
	vpaddd	(%rsi){1to16}, %zmm2, %zmm3 {%k1}
	vmovdqu8	%zmm3, (%rdi) {%k2}
	vmovdqu16	(%rsi), %ymm4 {%k3} {z}
	vpblendmd	%zmm1, %zmm2, %zmm5 {%k4}
	vpmovm2b	%k1, %zmm6
	vpmovd2m	%zmm6, %k2
	vpbroadcastmw2d	%k2, %zmm7
