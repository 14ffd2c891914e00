# A long division heads the reorder buffer while younger loads and multiplies fill it.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=400
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=10000
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=2000
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=300
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=100
.Lmix:
	movl	(%rdi,%rax,4), %ecx
	imull	%esi, %ecx
	addl	%ecx, %edx
	movl	%edx, (%r8,%rax,4)
	divl	%r9d
	incq	%rax
	cmpq	%r10, %rax
	jne	.Lmix
