	.unknown_directive 1, 2
	.type	f, @function
f:
	.loc	7 12 3 is_stmt 1 view .LVU4 what ever
1:	addl	%eax, %ebx
	frobnicate %eax
	addl	%eax
	.section .odd,"!?"
	jnz	1b
	.quad	1 +
	retq
.L9:	gibberish (%rax
	.cfi_endproc
