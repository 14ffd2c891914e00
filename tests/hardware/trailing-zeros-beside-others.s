# Four counts of trailing zeros and eight operations that all ports take.
# measured: znver3 4.50
.Ltrailing_zeros_beside_others:
	tzcntq	%rsi, %rax
	tzcntq	%rsi, %rax
	tzcntq	%rsi, %rax
	tzcntq	%rsi, %rax
	andn	%esi, %edi, %r8d
	andn	%esi, %edi, %r9d
	andn	%esi, %edi, %r10d
	andn	%esi, %edi, %r11d
	andn	%esi, %edi, %r12d
	andn	%esi, %edi, %r13d
	andn	%esi, %edi, %r14d
	andn	%esi, %edi, %r15d
	decq	%rcx
	jne	.Ltrailing_zeros_beside_others
