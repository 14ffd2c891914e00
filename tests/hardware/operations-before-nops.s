# Eight operations that all integer units take, then eight of which none does.
# measured: znver3 3.00
.Loperations_before_nops:
	andn	%esi, %edi, %eax
	andn	%esi, %edi, %edx
	andn	%esi, %edi, %r8d
	andn	%esi, %edi, %r9d
	andn	%esi, %edi, %r10d
	andn	%esi, %edi, %r11d
	andn	%esi, %edi, %r12d
	andn	%esi, %edi, %r13d
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	decq	%rcx
	jne	.Loperations_before_nops
