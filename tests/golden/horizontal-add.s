# Horizontal adds and subtracts, sums of differences, multiply-adds of neighbours.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2
	haddps	%xmm1, %xmm0
	hsubps	%xmm1, %xmm0
	haddpd	%xmm3, %xmm2
	phaddw	%xmm5, %xmm4
	phaddd	(%rsi), %xmm4
	phaddsw	%xmm6, %xmm5
	phsubd	%xmm6, %xmm5
	psadbw	%xmm7, %xmm6
	mpsadbw	$3, %xmm8, %xmm7
	pmaddwd	%xmm9, %xmm8
	pmaddubsw	%xmm10, %xmm9
	phminposuw	%xmm9, %xmm11
	pmulhrsw	%xmm11, %xmm12
	pmulld	%xmm12, %xmm13
	pmuludq	%xmm13, %xmm14
	packusdw	%xmm14, %xmm15
