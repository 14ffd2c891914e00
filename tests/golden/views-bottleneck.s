# What limits throughput: ports, then a dependency chain, then memory.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -bottleneck-analysis -iterations=100
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -bottleneck-analysis
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -bottleneck-analysis -iterations=500
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -bottleneck-analysis
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -bottleneck-analysis -noalias=false -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -bottleneck-analysis -lqueue=2 -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -bottleneck-analysis -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -bottleneck-analysis -resource-pressure=false -instruction-info=false
# LLVM-MCA-BEGIN ports
	addps	%xmm0, %xmm1
	addps	%xmm0, %xmm2
	addps	%xmm0, %xmm3
	addps	%xmm0, %xmm4
	mulps	%xmm0, %xmm5
# LLVM-MCA-END ports
# LLVM-MCA-BEGIN chain
	imulq	%rax, %rcx
	addq	%rcx, %rdx
	imulq	%rdx, %rax
# LLVM-MCA-END chain
# LLVM-MCA-BEGIN memory
	movq	(%rdi), %rax
	movq	%rax, (%rdi)
	addq	$1, (%rdi)
	cvtsi2sd	%eax, %xmm6
# LLVM-MCA-END memory
