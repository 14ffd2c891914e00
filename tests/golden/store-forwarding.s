# Stores and loads that may name the same address; every second run lets them alias.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -noalias=false -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -noalias=false -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -noalias=false -lqueue=3 -squeue=2 -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -noalias=false -iterations=10
	movq	%rax, -8(%rsp)
	movl	-8(%rsp), %ecx
	addl	$1, -4(%rsp)
	movzwl	-6(%rsp), %edx
	movq	-8(%rsp), %rsi
	movq	%rsi, 8(%rdi)
	incq	8(%rdi)
	movq	8(%rdi), %rax
	movss	%xmm0, -16(%rsp)
	movaps	-16(%rsp), %xmm0
