# Data between code, as mapping symbols say.
	.text
	.globl	before
	.type	before, %function
before:
	ret
	.word	0x12345678
	.size	before, . - before
	.globl	after
	.type	after, %function
after:
	nop
	ret
	.size	after, . - after
