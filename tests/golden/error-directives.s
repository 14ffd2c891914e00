# Directives gone wrong, and errors the input itself asks for.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -skip-unsupported-instructions=any
	addl	%eax, %ecx
	.error	"the input says no"
	.warning	"the input is unsure"
	.if	1
	.p2align	nonsense
	.set	a, b
	.macro	unfinished
	nop
	.endm
	.endr
	.else
	.endif
	.endif
	.include	"no-such-file.s"
	.cfi_endproc
	.byte	300
	.long	"text"
	1:
	jmp	2f
