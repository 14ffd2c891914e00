# Search for a set of characters with the SSE4.2 string comparisons.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -instruction-tables=full
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -iterations=10
.Lany:
	pcmpistri	$0, (%rsi), %xmm0
	ja	.Lany
	jnc	.Lnone
	addq	%rcx, %rsi
	pcmpistrm	$64, %xmm1, %xmm2
	pmovmskb	%xmm0, %r8d
	movl	$16, %eax
	movl	$16, %edx
	pcmpestri	$12, %xmm3, %xmm2
	pcmpestrm	$12, 16(%rsi), %xmm2
.Lnone:
