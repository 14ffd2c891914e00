# Bits of a vector come to a general purpose register beside other operations.
# measured: znver3 3.00
.Lmasks_beside_others:
	vpmovmskb	%xmm0, %eax
	andn	%esi, %edi, %r8d
	andn	%esi, %edi, %r9d
	andn	%esi, %edi, %r10d
	andn	%esi, %edi, %r11d
	andn	%esi, %edi, %r12d
	andn	%esi, %edi, %r13d
	andn	%esi, %edi, %r14d
	andn	%esi, %edi, %r15d
	decq	%rcx
	jne	.Lmasks_beside_others
