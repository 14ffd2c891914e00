# AES: rounds on two blocks, the last round, a key expansion step and the inverse side.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -skip-unsupported-instructions=lack-sched
	movdqu	(%rdi), %xmm0
	movdqu	16(%rdi), %xmm1
	pxor	(%rsi), %xmm0
	pxor	(%rsi), %xmm1
	aesenc	16(%rsi), %xmm0
	aesenc	16(%rsi), %xmm1
	aesenc	%xmm8, %xmm0
	aesenc	%xmm8, %xmm1
	aesenclast	%xmm9, %xmm0
	aesenclast	%xmm9, %xmm1
	movdqu	%xmm0, (%rdx)
	movdqu	%xmm1, 16(%rdx)
	aeskeygenassist	$1, %xmm2, %xmm3
	pshufd	$255, %xmm3, %xmm3
	pslldq	$4, %xmm2
	pxor	%xmm3, %xmm2
	aesimc	%xmm2, %xmm4
	aesdec	%xmm4, %xmm5
	aesdeclast	(%rsi), %xmm5
