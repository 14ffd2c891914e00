# Descend a binary tree, link a node, update the counts.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -noalias=false -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -timeline -timeline-max-iterations=2
.Ldescend:
	movq	%rcx, %rdx
	xorl	%eax, %eax
	cmpq	%rsi, 16(%rcx)
	setb	%al
	incl	24(%rcx)
	movq	(%rcx,%rax,8), %rcx
	testq	%rcx, %rcx
	jne	.Ldescend
	movq	%rdi, (%rdx,%rax,8)
	movq	%rdx, 32(%rdi)
	movq	$0, (%rdi)
	movl	$1, 24(%rdi)
	movw	$-1, 28(%rdi)
	movb	$3, 30(%rdi)
