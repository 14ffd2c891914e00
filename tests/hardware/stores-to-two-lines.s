# Every store is to bytes in two lines of 32 bytes.
# measured: znver3 4.00
.Lstores_to_two_lines:
	movdqu	%xmm8, 24(%rdx)
	movdqu	%xmm9, 88(%rdx)
	decq	%rcx
	jne	.Lstores_to_two_lines
