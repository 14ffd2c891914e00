# The same sum twice: with one accumulator, and with four.
#
# Every region between LLVM-MCA-BEGIN and LLVM-MCA-END gets a report of its own, and code outside is not
# analyzed. Each loop adds sixteen floats per iteration. In the first an addition can start only when the
# one before it has finished, so an iteration takes four times the latency of vaddps; in the second the
# four chains run side by side, and it takes one. Block RThroughput says that both could be faster still:
# with eight accumulators the loop would run as fast as the loads.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -timeline -timeline-max-iterations=2

# LLVM-MCA-BEGIN one accumulator
.Lone:
	vaddps	(%rdi), %xmm0, %xmm0
	vaddps	16(%rdi), %xmm0, %xmm0
	vaddps	32(%rdi), %xmm0, %xmm0
	vaddps	48(%rdi), %xmm0, %xmm0
	addq	$64, %rdi
	cmpq	%rsi, %rdi
	jne	.Lone
# LLVM-MCA-END one accumulator

# LLVM-MCA-BEGIN four accumulators
.Lfour:
	vaddps	(%rdi), %xmm0, %xmm0
	vaddps	16(%rdi), %xmm1, %xmm1
	vaddps	32(%rdi), %xmm2, %xmm2
	vaddps	48(%rdi), %xmm3, %xmm3
	addq	$64, %rdi
	cmpq	%rsi, %rdi
	jne	.Lfour
# LLVM-MCA-END four accumulators
