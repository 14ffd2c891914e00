# SHA-256 and SHA-1 rounds with message scheduling.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -iterations=10
	movdqa	%xmm3, %xmm0
	paddd	(%rcx), %xmm0
	sha256rnds2	%xmm0, %xmm1, %xmm2
	movdqa	%xmm6, %xmm7
	palignr	$4, %xmm5, %xmm7
	paddd	%xmm7, %xmm3
	sha256msg2	%xmm6, %xmm3
	pshufd	$14, %xmm0, %xmm0
	sha256rnds2	%xmm0, %xmm2, %xmm1
	sha256msg1	%xmm4, %xmm5
	sha1nexte	%xmm8, %xmm9
	movdqa	%xmm10, %xmm9
	sha1msg2	%xmm8, %xmm11
	sha1rnds4	$0, %xmm12, %xmm10
	sha1msg1	(%rsi), %xmm13
