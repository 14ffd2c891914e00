// Expected: a multiplication.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lhalving:
	fmul	d0, d1, d0
	fcmp	d0, d2
	b.gt	.Lhalving
