# Eight loads, then eight instructions that execute nothing.
# measured: znver3 3.67
.Lloads_before_nops:
	movl	0(%rsi), %eax
	movl	4(%rsi), %edx
	movl	8(%rsi), %r8d
	movl	12(%rsi), %r9d
	movl	16(%rsi), %r10d
	movl	20(%rsi), %r11d
	movl	24(%rsi), %r12d
	movl	28(%rsi), %r13d
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	decq	%rcx
	jne	.Lloads_before_nops
