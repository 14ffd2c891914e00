// Expected: a maximum of two cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Llargest_double:
	ldr	d1, [x0], #8
	subs	x1, x1, #1
	fmaxnm	d0, d0, d1
	b.ne	.Llargest_double
