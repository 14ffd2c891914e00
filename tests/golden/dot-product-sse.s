# Dot product of two float arrays, 8 elements a turn, two accumulators.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=200
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -timeline -timeline-max-iterations=2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -lqueue=4 -iterations=50
.Ldot:
	movups	(%rdi,%rax,4), %xmm2
	movups	16(%rdi,%rax,4), %xmm3
	movups	(%rsi,%rax,4), %xmm4
	movups	16(%rsi,%rax,4), %xmm5
	mulps	%xmm2, %xmm4
	mulps	%xmm3, %xmm5
	addps	%xmm4, %xmm0
	addps	%xmm5, %xmm1
	addq	$8, %rax
	cmpq	%rcx, %rax
	jb	.Ldot
