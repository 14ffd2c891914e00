# A sum on the stack: the renamer of Zen 3 does not give the value of a store to an addition of memory to a register.
# Measured on Zen 3: 8 cycles, and 1 if a load of its own reads the sum.
# measured: znver3 8.17
.Lsum_on_stack:
	addq	8(%rsp), %rax
	movq	%rax, 8(%rsp)
	decq	%rcx
	jne	.Lsum_on_stack
