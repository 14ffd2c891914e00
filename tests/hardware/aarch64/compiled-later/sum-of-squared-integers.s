// Expected: eight widening multiplications on one vector pipe, two to an accumulator.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 chain
.Lsum_of_squared_integers:
	ldp	q4, q5, [x8, #-32]
	subs	x11, x11, #16
	smlal	v1.2d, v5.2s, v5.2s
	smlal2	v1.2d, v5.4s, v5.4s
	smlal	v0.2d, v4.2s, v4.2s
	smlal2	v0.2d, v4.4s, v4.4s
	ldp	q4, q6, [x8], #64
	smlal	v3.2d, v6.2s, v6.2s
	smlal2	v3.2d, v6.4s, v6.4s
	smlal	v2.2d, v4.2s, v4.2s
	smlal2	v2.2d, v4.4s, v4.4s
	b.ne	.Lsum_of_squared_integers
