// Expected: an addition, a counter and two pointers on three integer pipes.
// expected: neoverse-n1 ports
// expected: neoverse-v1 front end
.Lprefix_sums:
	ldr	x9, [x0], #8
	subs	x2, x2, #1
	add	x8, x9, x8
	str	x8, [x1], #8
	b.ne	.Lprefix_sums
