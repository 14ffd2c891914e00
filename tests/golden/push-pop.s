# Prologue and epilogue: pushes, pops, frame set up, flags, and the memory forms.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
	pushq	%rbp
	movq	%rsp, %rbp
	pushq	%r15
	pushq	%rbx
	subq	$40, %rsp
	pushq	$7
	pushq	$100000
	pushq	8(%rdi)
	pushq	%rax
	popq	%rcx
	popq	16(%rdi)
	popq	%rdx
	popq	%rsi
	pushfq
	popfq
	leaq	-16(%rbp), %rsp
	popq	%rbx
	popq	%r15
	popq	%rbp
