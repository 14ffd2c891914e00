// Expected: two products, a fused multiplication and an addition after each other.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lbiquad:
	ldr	d7, [x1], #8
	subs	x2, x2, #1
	fmadd	d16, d1, d7, d0
	fnmul	d0, d16, d4
	fmadd	d0, d2, d7, d0
	str	d16, [x0], #8
	fadd	d0, d6, d0
	fnmul	d6, d16, d5
	fmadd	d6, d3, d7, d6
	b.ne	.Lbiquad
