# Sixteen loads fill a window of the micro-op cache, and the branch lies in the next one: the last load is not renamed with others.
.Lloads_of_two_windows:
	movl	64(%rsi), %eax
	movl	4(%rsi), %eax
	movl	8(%rsi), %eax
	movl	12(%rsi), %eax
	movl	16(%rsi), %eax
	movl	20(%rsi), %eax
	movl	24(%rsi), %eax
	movl	28(%rsi), %eax
	movl	32(%rsi), %eax
	movl	36(%rsi), %eax
	movl	40(%rsi), %eax
	movl	44(%rsi), %eax
	movl	48(%rsi), %eax
	movl	52(%rsi), %eax
	movl	56(%rsi), %eax
	movl	60(%rsi), %eax
	decq	%rcx
	jne	.Lloads_of_two_windows
