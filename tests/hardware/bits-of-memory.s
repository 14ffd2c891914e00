# Sieve: a bit is set at a distance in a register, which comes from microcode.
.Lbits_of_memory:
	btsq	%rax, (%rdi)
	addq	%rcx, %rax
	cmpq	%rdx, %rax
	jb	.Lbits_of_memory
