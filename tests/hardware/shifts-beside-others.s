# Eight shifts, which few ports take, and eight operations that all take.
# measured: znver3 5.00
.Lshifts_beside_others:
	rorx	$3, %esi, %r8d
	rorx	$3, %esi, %r9d
	rorx	$3, %esi, %r10d
	rorx	$3, %esi, %r11d
	rorx	$3, %esi, %r12d
	rorx	$3, %esi, %r13d
	rorx	$3, %esi, %r14d
	rorx	$3, %esi, %r15d
	andn	%esi, %edi, %r8d
	andn	%esi, %edi, %r9d
	andn	%esi, %edi, %r10d
	andn	%esi, %edi, %r11d
	andn	%esi, %edi, %r12d
	andn	%esi, %edi, %r13d
	andn	%esi, %edi, %r14d
	andn	%esi, %edi, %r15d
	decq	%rcx
	jne	.Lshifts_beside_others
