# Four addresses of three components and eight operations that all ports take.
# measured: znver3 4.50
.Laddresses_beside_others:
	leaq	8(%rsi,%rdi,2), %rax
	leaq	8(%rsi,%rdi,2), %rax
	leaq	8(%rsi,%rdi,2), %rax
	leaq	8(%rsi,%rdi,2), %rax
	andn	%esi, %edi, %r8d
	andn	%esi, %edi, %r9d
	andn	%esi, %edi, %r10d
	andn	%esi, %edi, %r11d
	andn	%esi, %edi, %r12d
	andn	%esi, %edi, %r13d
	andn	%esi, %edi, %r14d
	andn	%esi, %edi, %r15d
	decq	%rcx
	jne	.Laddresses_beside_others
