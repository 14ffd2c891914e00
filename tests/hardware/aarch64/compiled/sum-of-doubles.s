// Expected: an addition of two cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lsum_of_doubles:
	ldr	d1, [x0], #8
	subs	x1, x1, #1
	fadd	d0, d0, d1
	b.ne	.Lsum_of_doubles
