# Bytes to two arrays by turns: the cache of Zen 3 writes whole words, and a part of one that it has just written waits.
# Measured: 4 cycles for the second byte of a word and those after it, where another line was written between.
# measured: znver3 4.25
.Ltwo_streams:
	movb	%cl, (%rdi,%rax)
	movb	%cl, (%rbx,%rax)
	addq	$1, %rax
	cmpq	%rsi, %rax
	jne	.Ltwo_streams
