# A chain of multiplications.
# Published: one imul: 3 cycles, 4 on Zen.
# measured: znver5 3.00
# measured: znver3 3.00
.Lmultiply_chain:
	imulq	%rbx, %rax
	decq	%rcx
	jne	.Lmultiply_chain
