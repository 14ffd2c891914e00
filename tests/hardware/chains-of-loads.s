# Four loads, each of which has its address from the one before. Iterations do not wait for each other, but loads ask in vain.
# measured: znver3 1.92
.Lchains_of_loads:
	movq	(%rdi), %r8
	movq	8(%r8), %r9
	movq	16(%r9), %r10
	movq	24(%r10), %r11
	decq	%rcx
	jne	.Lchains_of_loads
