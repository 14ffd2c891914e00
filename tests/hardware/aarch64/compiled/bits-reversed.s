// Expected: a reversal, a counter and two pointers on three integer pipes.
// expected: neoverse-n1 ports
// expected: neoverse-v1 front end
.Lbits_reversed:
	ldr	x8, [x0], #8
	subs	x2, x2, #1
	rbit	x8, x8
	str	x8, [x1], #8
	b.ne	.Lbits_reversed
