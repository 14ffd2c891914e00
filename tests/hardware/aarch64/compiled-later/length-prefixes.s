// Expected: a load and two additions.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Llength_prefixes:
	ldrb	w9, [x0, x8]
	subs	x1, x1, #1
	add	x8, x8, x9
	add	x8, x8, #1
	b.ne	.Llength_prefixes
