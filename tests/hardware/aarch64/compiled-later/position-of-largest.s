// Expected: a comparison of floats and a selection.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lposition_of_largest:
	ldr	s1, [x0, x9, lsl #2]
	fcmp	s1, s0
	csel	x8, x9, x8, gt
	fcsel	s0, s1, s0, gt
	add	x9, x9, #1
	cmp	x10, x9
	b.ne	.Lposition_of_largest
