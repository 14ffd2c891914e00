# Blends by constant, by the implicit register, by a variable; tests; wide multiplies.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=20
	blendps	$5, %xmm1, %xmm2
	blendpd	$1, (%rsi), %xmm2
	pblendw	$15, %xmm3, %xmm4
	blendvps	%xmm0, %xmm5, %xmm6
	blendvpd	%xmm0, (%rsi), %xmm6
	pblendvb	%xmm0, %xmm7, %xmm8
	dpps	$127, %xmm1, %xmm3
	dppd	$49, (%rsi), %xmm3
	insertps	$16, %xmm5, %xmm6
	pinsrb	$3, %eax, %xmm7
	pinsrq	$1, (%rdi), %xmm7
	pextrb	$5, %xmm7, %ecx
	pextrd	$2, %xmm7, (%rdi)
	extractps	$1, %xmm8, %edx
	pmovsxbw	%xmm8, %xmm9
	pmovzxwd	(%rsi), %xmm10
	pmovsxdq	%xmm10, %xmm11
	pmuldq	%xmm11, %xmm12
	pcmpeqq	%xmm12, %xmm13
	pcmpgtq	%xmm13, %xmm14
	psignb	%xmm14, %xmm15
	pabsd	%xmm15, %xmm1
	ptest	%xmm1, %xmm2
	movddup	%xmm2, %xmm3
	lddqu	(%rsi), %xmm4
