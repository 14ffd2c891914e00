// Expected: ten instructions, with four minima and maxima, three loads and a store beside them.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 front end
.Lmedian_of_three:
	ldr	q0, [x1], #16
	subs	x4, x4, #1
	ldr	q1, [x2], #16
	umin	v3.16b, v0.16b, v1.16b
	ldr	q2, [x3], #16
	umax	v0.16b, v0.16b, v1.16b
	umin	v0.16b, v0.16b, v2.16b
	umax	v0.16b, v3.16b, v0.16b
	str	q0, [x0], #16
	b.ne	.Lmedian_of_three
