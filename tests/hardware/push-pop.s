# Saving and restoring a register that is multiplied: a value through the stack.
# measured: znver5 3.00
# measured: znver3 3.00
.Lpush_pop:
	pushq	%rax
	popq	%rax
	imulq	%rax, %rax
	decq	%rcx
	jne	.Lpush_pop
