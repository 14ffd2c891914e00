// Expected: four additions, exclusive ors and rotations, each after the other.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lquarter_round:
	add	w8, w1, w0
	subs	x4, x4, #1
	eor	w9, w3, w8
	ror	w9, w9, #16
	add	w10, w9, w2
	eor	w11, w10, w1
	ror	w11, w11, #20
	add	w0, w11, w8
	eor	w8, w0, w9
	ror	w3, w8, #24
	add	w2, w3, w10
	eor	w8, w2, w11
	ror	w1, w8, #25
	b.ne	.Lquarter_round
