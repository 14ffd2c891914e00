// Expected: a load, a comparison and a selection.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lsearch:
	lsr	x9, x1, #1
	add	x10, x8, x9, lsl #3
	sub	x1, x1, x9
	ldr	x11, [x10]
	cmp	x11, x2
	csel	x8, x8, x10, gt
	cmp	x1, #1
	b.gt	.Lsearch
