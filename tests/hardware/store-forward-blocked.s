# Two halves are stored and loaded as one: the load waits until both stores have left.
# measured: znver5 13.99
# measured: znver3 18.01
.Lstore_forward_blocked:
	movl	%eax, (%rdi)
	movl	%eax, 4(%rdi)
	movq	(%rdi), %rax
	decq	%rcx
	jne	.Lstore_forward_blocked
