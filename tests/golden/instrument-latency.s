# Instruments give an instruction a latency of their own; -disable-im ignores them.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -disable-im -timeline -timeline-max-iterations=1 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -disable-cb -iterations=10
# LLVM-MCA-LATENCY 40
	movq	(%rdi), %rax
# LLVM-MCA-LATENCY
	addq	%rax, %rcx
# LLVM-MCA-LATENCY 3
	addq	%rcx, %rcx
	addq	%rcx, %rdx
