// Expected: a test and a selection.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lcollatz:
	add	x9, x0, x0, lsl #1
	lsr	x10, x0, #1
	tst	x0, #0x1
	csinc	x0, x10, x9, eq
	add	x8, x8, #1
	cmp	x0, #1
	b.ne	.Lcollatz
