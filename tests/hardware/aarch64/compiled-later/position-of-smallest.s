// Expected: two comparisons with selections, but nine operations on two integer pipes take longer.
// expected: neoverse-n1 chain
// expected: cortex-a72 ports
// expected: apple-a14 chain
.Lposition_of_smallest:
	ldp	x13, x14, [x12, #-8]
	add	x12, x12, #16
	cmp	x13, x8
	csel	x8, x13, x8, lt
	csel	x9, x10, x9, lt
	cmp	x14, x8
	csinc	x9, x9, x10, ge
	add	x10, x10, #2
	csel	x8, x14, x8, lt
	cmp	x10, x11
	b.ne	.Lposition_of_smallest
