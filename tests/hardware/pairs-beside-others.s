# Pairs of operations of a cycle, of which the second one waits for the first, beside operations that wait for none.
# measured: znver5 12.47
.Lpairs_beside_others:
	incq	%rax
	movslq	%ebx, %rcx
	notq	%rcx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %rdx
	notq	%rdx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %rsi
	notq	%rsi
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %rdi
	notq	%rdi
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %r8
	notq	%r8
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %r9
	notq	%r9
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %r10
	notq	%r10
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %r11
	notq	%r11
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %r12
	notq	%r12
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %r13
	notq	%r13
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %r14
	notq	%r14
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	movslq	%ebx, %rcx
	notq	%rcx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	testq	%rbx, %rbx
	cmpq	%r15, %rax
	jne	.Lpairs_beside_others
