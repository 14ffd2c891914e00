# Steady states with long and awkward periods, at iteration counts that no period divides.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=7919
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -iterations=99991
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=65537
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -iterations=100003
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -iterations=31337
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -iterations=4097
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -iterations=4099
	addl	%edx, %eax
	imull	%eax, %ecx
	vmulpd	%xmm0, %xmm1, %xmm0
	vaddpd	%xmm0, %xmm2, %xmm2
	movq	(%rsi), %rsi
	vdivss	%xmm3, %xmm4, %xmm5
	leaq	3(%rdi,%rdi,2), %rdi
