// Expected: a comparison and a selection.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Llargest_integer:
	ldr	w9, [x8], #4
	cmp	w9, w0
	csel	w0, w9, w0, gt
	subs	x1, x1, #1
	b.ne	.Llargest_integer
