// Expected: a shift, a difference with an extension and a multiplication of 64 bits.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Llow_pass_fixed_point:
	ldrsw	x9, [x1], #4
	lsr	x10, x4, #16
	subs	x2, x2, #1
	sub	x9, x9, w10, sxtw
	madd	x4, x9, x8, x4
	lsr	x9, x4, #16
	str	w9, [x0], #4
	b.ne	.Llow_pass_fixed_point
