// Expected: thirteen instructions in slots of four, with two insertions of bits on one pipe.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 ports
.Lthree_byte_characters:
	ldrh	w8, [x1], #2
	mov	w9, #128
	mov	w10, #128
	subs	x2, x2, #1
	lsr	w11, w8, #12
	bfxil	w9, w8, #6, #6
	bfxil	w10, w8, #0, #6
	orr	w11, w11, #0xe0
	strb	w11, [x0]
	strb	w9, [x0, #1]
	strb	w10, [x0, #2]
	add	x0, x0, #3
	b.ne	.Lthree_byte_characters
