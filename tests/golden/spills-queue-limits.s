# Spills and reloads under small queues, small register files, narrow dispatch and a slow decoder.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -lqueue=1 -squeue=1 -iterations=10 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -dispatch=2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -micro-op-queue-size=4 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -decoder-throughput=1 -micro-op-queue-size=12 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -register-file-size=8 -timeline -timeline-max-iterations=1 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -dispatch=1 -lqueue=2 -squeue=3 -register-file-size=10 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -dispatch=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -dispatch=1 -iterations=10
	movq	%rax, -8(%rsp)
	movq	%rcx, -16(%rsp)
	movq	%rdx, -24(%rsp)
	movups	%xmm0, -48(%rsp)
	addq	-8(%rsp), %rsi
	imulq	-16(%rsp), %rdi
	movq	-24(%rsp), %r8
	xorq	%r8, %rax
	movups	-48(%rsp), %xmm1
	paddd	%xmm1, %xmm2
	movups	%xmm2, -64(%rsp)
	subq	%rsi, %rcx
	orq	%rdi, %rdx
