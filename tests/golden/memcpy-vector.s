# Copies: aligned, unaligned, streaming, with prefetch.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -lqueue=2 -squeue=2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -noalias=false -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -timeline -timeline-max-iterations=2
.Lcopy:
	prefetchnta	256(%rsi)
	movdqa	(%rsi), %xmm0
	movdqu	16(%rsi), %xmm1
	movaps	32(%rsi), %xmm2
	movntdqa	48(%rsi), %xmm3
	movdqa	%xmm0, (%rdi)
	movdqu	%xmm1, 16(%rdi)
	movntps	%xmm2, 32(%rdi)
	movntdq	%xmm3, 48(%rdi)
	movq	64(%rsi), %rax
	movnti	%rax, 64(%rdi)
	addq	$72, %rsi
	addq	$72, %rdi
	subq	$72, %rdx
	ja	.Lcopy
	sfence
