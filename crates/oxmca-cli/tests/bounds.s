# Loops that meet each kind of bound, and one that cannot be simulated.
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
	vp2intersectd	(%rax), %zmm1, %k0
	jmp	.Lunknown
	.size	bounds, .-bounds
