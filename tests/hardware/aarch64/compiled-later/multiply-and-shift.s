// Expected: two multiplications of 64 bits and the exclusive ors around them.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lmultiply_and_shift:
	ldp	x10, x11, [x0], #16
	subs	x9, x9, #2
	eor	x10, x10, x2
	mul	x10, x10, x8
	eor	x11, x11, x10, lsr #28
	eor	x10, x11, x10
	mul	x10, x10, x8
	eor	x2, x10, x10, lsr #28
	b.ne	.Lmultiply_and_shift
