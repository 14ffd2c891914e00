# Data between a jump and its target: the last byte is the prefix of an instruction, which would take the first bytes of the
# loop with it. And a jump through a linkage table to the function itself.
	.text
	.globl	around
	.type	around,@function
around:
	jmp	1f
	.byte	0x06, 0x07, 0x0f, 0x0b, 0x48
1:
	addl	%eax, %ebx
	decl	%ecx
	jne	1b
	retq
	.size	around, .-around
	.globl	again
	.type	again,@function
again:
	testl	%eax, %eax
	je	2f
	jmp	again@PLT
2:
	retq
	.size	again, .-again
