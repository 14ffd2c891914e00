// Expected: four products and the interleaving of three pairs of vectors.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Lcomplex_vectors:
	ld2	{ v0.4s, v1.4s }, [x1], #32
	subs	x3, x3, #1
	ld2	{ v2.4s, v3.4s }, [x2], #32
	fmul	v4.4s, v0.4s, v2.4s
	fmls	v4.4s, v3.4s, v1.4s
	fmul	v5.4s, v0.4s, v3.4s
	fmla	v5.4s, v2.4s, v1.4s
	st2	{ v4.4s, v5.4s }, [x0], #32
	b.ne	.Lcomplex_vectors
