// Expected: a multiplication of 64 bits.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lcongruential:
	madd	x0, x0, x2, x8
	subs	x1, x1, #1
	b.ne	.Lcongruential
