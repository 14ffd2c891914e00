// Expected: the high product waits for the low one on the same multiplier within the chain.
// expected: neoverse-n1 several parts
// expected: cortex-a72 several parts
// expected: apple-a14 chain
.Lfolded_products:
	ldr	x9, [x0], #8
	subs	x2, x2, #1
	ldr	x10, [x1], #8
	eor	x9, x9, x3
	eor	x8, x10, x8
	mul	x10, x8, x9
	umulh	x8, x8, x9
	eor	x8, x8, x10
	b.ne	.Lfolded_products
