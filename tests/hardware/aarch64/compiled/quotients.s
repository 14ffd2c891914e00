// Expected: the divider.
// expected: neoverse-n1 ports
// expected: neoverse-v1 ports
.Lquotients:
	ldr	d0, [x0], #8
	subs	x3, x3, #1
	ldr	d1, [x1], #8
	fdiv	d0, d0, d1
	str	d0, [x2], #8
	b.ne	.Lquotients
