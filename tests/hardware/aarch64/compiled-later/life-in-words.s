// Expected: logic, a counter and four pointers on the integer pipes.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Llife_in_words:
	ldr	x8, [x1], #8
	subs	x4, x4, #1
	ldr	x10, [x3], #8
	lsr	x11, x8, #1
	ldr	x9, [x2], #8
	lsr	x13, x10, #1
	eor	x14, x8, x8, lsl #1
	eor	x15, x10, x10, lsl #1
	lsr	x12, x9, #1
	and	x8, x8, x8, lsl #1
	and	x10, x10, x10, lsl #1
	eor	x16, x14, x11
	and	x11, x14, x11
	eor	x14, x15, x13
	and	x13, x15, x13
	eor	x15, x12, x9, lsl #1
	orr	x8, x11, x8
	orr	x10, x13, x10
	eor	x11, x14, x16
	and	x12, x12, x9, lsl #1
	and	x13, x14, x16
	eor	x14, x11, x15
	and	x11, x11, x15
	eor	x15, x10, x8
	orr	x11, x11, x13
	and	x8, x10, x8
	eor	x10, x15, x12
	and	x12, x15, x12
	orr	x8, x12, x8
	eor	x12, x10, x11
	and	x10, x10, x11
	orr	x9, x14, x9
	orr	x8, x8, x10
	and	x9, x12, x9
	bic	x8, x9, x8
	str	x8, [x0], #8
	b.ne	.Llife_in_words
