// Expected: four multiplications, masks and pointers on the integer pipes.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Lblended_pixels:
	ldr	w10, [x1], #4
	ldr	w11, [x0]
	subs	x2, x2, #1
	and	w12, w10, w8
	and	w10, w8, w10, lsr #8
	and	w13, w11, w8
	and	w11, w8, w11, lsr #8
	mul	w12, w12, w3
	mul	w10, w10, w3
	madd	w12, w13, w9, w12
	madd	w10, w11, w9, w10
	and	w11, w8, w12, lsr #8
	and	w10, w10, #0xff00ff00
	orr	w10, w11, w10
	str	w10, [x0], #4
	b.ne	.Lblended_pixels
