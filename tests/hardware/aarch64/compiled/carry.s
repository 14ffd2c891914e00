// Expected: an addition, a comparison and another addition.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lcarry:
	ldr	x9, [x0], #8
	adds	x8, x9, x8
	cinc	x8, x8, hs
	subs	x1, x1, #1
	b.ne	.Lcarry
