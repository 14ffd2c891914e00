# Filling memory with words: stores to one line, one after the other.
# Published: four stores: 4 cycles with one a cycle, 2 with two.
.Lfill:
	movq	%rax, (%rdi)
	movq	%rax, 8(%rdi)
	movq	%rax, 16(%rdi)
	movq	%rax, 24(%rdi)
	addq	$32, %rdi
	decq	%rcx
	jne	.Lfill
