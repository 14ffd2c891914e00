// Expected: a multiplication of three cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lproduct_of_floats:
	ldr	s1, [x0], #4
	subs	x1, x1, #1
	fmul	s0, s0, s1
	b.ne	.Lproduct_of_floats
