# Fences and cache control between loads and stores, with what counts as a barrier.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=1 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -show-barriers
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -show-barriers -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -noalias=false -iterations=10
	movl	(%rdi), %eax
	movl	%eax, (%rsi)
	mfence
	movl	4(%rdi), %ecx
	lfence
	movl	8(%rdi), %edx
	movl	%edx, 8(%rsi)
	sfence
	movl	%ecx, 4(%rsi)
	clflush	(%rsi)
	prefetcht1	(%rdi)
	prefetcht2	(%rdi)
	prefetchw	(%rdi)
	lock orl	$0, (%rsp)
	movl	12(%rdi), %r8d
