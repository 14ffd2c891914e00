// Expected: two comparisons with selections and an addition, as long as ten operations on two integer pipes.
// expected: neoverse-n1 chain
// expected: cortex-a72 ports
// expected: apple-a14 chain
.Ledit_distance:
	ldrb	w11, [x1], #1
	cmp	w11, w8
	cinc	w11, w9, ne
	ldr	w9, [x0]
	cmp	w9, w10
	csel	w10, w9, w10, lo
	add	w12, w10, #1
	cmp	w12, w11
	csinc	w10, w11, w10, hs
	subs	x3, x3, #1
	str	w10, [x0], #4
	b.ne	.Ledit_distance
