// Expected: the divider.
// expected: neoverse-n1 ports
// expected: neoverse-v1 ports
.Lroots:
	ldr	d0, [x0], #8
	subs	x2, x2, #1
	fsqrt	d0, d0
	str	d0, [x1], #8
	b.ne	.Lroots
