# The loops of bounds.s, of which all can be simulated.
	.type	bounds,@function
bounds:
.Ldispatch:
	nop
	nop
	nop
	jmp	.Ldispatch
.Lresources:
	divl	%ecx
	jmp	.Lresources
.Lchain:
	imulq	%rax, %rax
	jmp	.Lchain
.Lunknown:
	addq	%rax, %rax
	jmp	.Lunknown
	.size	bounds, .-bounds
