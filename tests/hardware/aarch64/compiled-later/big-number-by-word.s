// Expected: both halves of a product of 64 bits on one multiplier, or a carry where multipliers are fast.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 chain
.Lbig_number_by_word:
	ldr	x9, [x1], #8
	mul	x10, x9, x3
	adds	x8, x10, x8
	str	x8, [x0], #8
	umulh	x8, x9, x3
	cinc	x8, x8, hs
	subs	x2, x2, #1
	b.ne	.Lbig_number_by_word
