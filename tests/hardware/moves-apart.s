# The same, but none comes right before the operation.
# measured: graniterapids 2.50
.Lmoves_apart:
	movaps	%xmm0, %xmm2
	movdqu	(%rsi), %xmm4
	minps	%xmm3, %xmm2
	paddd	%xmm5, %xmm4
	movq	%rax, %rbx
	movl	(%rdi), %r8d
	shlq	$3, %rbx
	xorl	%r9d, %r8d
	nop
	nop
	nop
	nop
	nop
	nop
	decq	%rcx
	jne	.Lmoves_apart
