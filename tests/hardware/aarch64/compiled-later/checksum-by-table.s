// Expected: an index of two instructions, a load and an exclusive or.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lchecksum_by_table:
	ldrb	w8, [x0], #1
	subs	x1, x1, #1
	eor	w8, w8, w3
	and	x8, x8, #0xff
	ldr	w8, [x2, x8, lsl #2]
	eor	w3, w8, w3, lsr #8
	b.ne	.Lchecksum_by_table
