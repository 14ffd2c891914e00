// Sums of shifted operands. Expected: the pipe of several cycles on Cortex-A72, none of it on others as the shifts are short.
.Lshifted:
	add	x1, x8, x9, lsl #2
	add	x2, x8, x9, lsl #3
	add	x3, x8, x9, lsl #1
	add	x4, x8, x9, lsl #4
	subs	x0, x0, #1
	b.ne	.Lshifted
