# Follow a list and sum a field: the latency of a load is all there is.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=1000
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -lqueue=1 -iterations=20
.Lnext:
	addl	8(%rdi), %eax
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	jne	.Lnext
