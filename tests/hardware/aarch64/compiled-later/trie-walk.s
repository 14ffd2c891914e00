// Expected: an address with a shift and a load.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Ltrie_walk:
	add	x8, x0, x8, lsl #3
	and	x9, x2, #0x1
	lsr	x2, x2, #1
	ldr	w8, [x8, x9, lsl #2]
	subs	x3, x3, #1
	b.ne	.Ltrie_walk
