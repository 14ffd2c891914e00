// Expected: six instructions need two fetches of four, and the rest is small.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 front end
.Lnetwork_order:
	ldp	w9, w10, [x0]
	rev	w10, w10
	subs	x8, x8, #2
	rev	w9, w9
	stp	w9, w10, [x0], #8
	b.ne	.Lnetwork_order
