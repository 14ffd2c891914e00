# Multiple-precision addition and subtraction: the carry lives through the loop.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -timeline -timeline-max-iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -iterations=200
.Ladd:
	movq	(%rsi,%rcx,8), %rax
	adcq	(%rdx,%rcx,8), %rax
	movq	%rax, (%rdi,%rcx,8)
	movq	8(%rsi,%rcx,8), %rax
	sbbq	8(%rdx,%rcx,8), %rax
	movq	%rax, 8(%rdi,%rcx,8)
	adcq	$0, 16(%rdi,%rcx,8)
	sbbl	%r8d, %r8d
	leaq	2(%rcx), %rcx
	decq	%r9
	jne	.Ladd
	setc	%al
	clc
	stc
	cmc
