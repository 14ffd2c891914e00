# strlen, one byte a turn, and with the carry trick on eight bytes.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -timeline -timeline-max-iterations=3
.Lbyte:
	cmpb	$0, (%rdi,%rax)
	leaq	1(%rax), %rax
	jne	.Lbyte
	movabsq	$-72340172838076673, %r8
	movabsq	$-9187201950435737472, %r9
.Lword:
	movq	(%rdi), %rcx
	leaq	(%rcx,%r8), %rdx
	notq	%rcx
	andq	%rcx, %rdx
	andq	%r9, %rdx
	je	.Lword
	rep bsfq	%rdx, %rdx
	shrq	$3, %rdx
