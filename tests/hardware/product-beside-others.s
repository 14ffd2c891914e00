# A multiplication among nine operations that all ports take.
# measured: znver3 2.53
.Lproduct_beside_others:
	imulq	$3, %rsi, %rax
	andn	%esi, %edi, %r8d
	andn	%esi, %edi, %r9d
	andn	%esi, %edi, %r10d
	andn	%esi, %edi, %r11d
	andn	%esi, %edi, %r12d
	andn	%esi, %edi, %r13d
	andn	%esi, %edi, %r14d
	andn	%esi, %edi, %r15d
	decq	%rcx
	jne	.Lproduct_beside_others
