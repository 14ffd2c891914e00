// Expected: a chain of three shifts and exclusive ors, with the latency of a shifted operand each.
.Lxorshift:
	eor	x0, x0, x0, lsl #13
	eor	x0, x0, x0, lsr #7
	eor	x0, x0, x0, lsl #17
	subs	x1, x1, #1
	b.ne	.Lxorshift
