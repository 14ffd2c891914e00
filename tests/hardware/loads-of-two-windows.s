# Sixteen loads fill a window of the micro-op cache, and the branch lies in the next one: the last load is not renamed with others.
# measured: znver3 6.00
.Lloads_of_two_windows:
	movl	64(%r9), %eax
	movl	4(%r9), %eax
	movl	8(%r9), %eax
	movl	12(%r9), %eax
	movl	16(%r9), %eax
	movl	20(%r9), %eax
	movl	24(%r9), %eax
	movl	28(%r9), %eax
	movl	32(%r9), %eax
	movl	36(%r9), %eax
	movl	40(%r9), %eax
	movl	44(%r9), %eax
	movl	48(%r9), %eax
	movl	52(%r9), %eax
	movl	56(%r9), %eax
	movl	60(%r9), %eax
	decq	%rcx
	jne	.Lloads_of_two_windows
