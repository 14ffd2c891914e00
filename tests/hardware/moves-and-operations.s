# Moves and loads, each before the operation that overwrites what it gives: one micro-op on Redwood Cove.
# measured: graniterapids 1.83
.Lmoves_and_operations:
	movaps	%xmm0, %xmm2
	minps	%xmm3, %xmm2
	movdqu	(%rsi), %xmm4
	paddd	%xmm5, %xmm4
	movq	%rax, %rbx
	shlq	$3, %rbx
	movl	(%rdi), %r8d
	xorl	%r9d, %r8d
	nop
	nop
	nop
	nop
	nop
	nop
	decq	%rcx
	jne	.Lmoves_and_operations
