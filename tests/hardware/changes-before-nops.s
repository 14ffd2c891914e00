# Three changes of places in memory, then twelve instructions that execute nothing.
# measured: znver3 3.33
.Lchanges_before_nops:
	addl	$1, 0(%rsi)
	addl	$1, 64(%rsi)
	addl	$1, 128(%rsi)
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	decq	%rcx
	jne	.Lchanges_before_nops
