// Expected: an exclusive or and a multiplication.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lfnv_1a:
	ldrb	w10, [x8], #1
	subs	x1, x1, #1
	eor	x10, x0, x10
	mul	x0, x10, x9
	b.ne	.Lfnv_1a
