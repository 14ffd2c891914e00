# strlen, one aligned block of 16 bytes a turn.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=30
.Lscan:
	movdqa	(%rax), %xmm1
	pcmpeqb	%xmm0, %xmm1
	pmovmskb	%xmm1, %ecx
	addq	$16, %rax
	testl	%ecx, %ecx
	je	.Lscan
	bsfl	%ecx, %ecx
	subq	%rdi, %rax
	leaq	-16(%rax,%rcx), %rax
