// Expected: thirteen instructions in slots of four, with three multiplications on one pipe.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 ports
.Lfour_digits:
	ldrb	w12, [x1, #1]
	ldrb	w13, [x1]
	subs	x2, x2, #1
	ldrb	w14, [x1, #2]
	ldrb	w15, [x1, #3]
	add	x1, x1, #4
	mul	w12, w12, w9
	madd	w12, w13, w8, w12
	add	w13, w15, w11
	madd	w12, w14, w10, w12
	add	w12, w12, w13
	strh	w12, [x0], #2
	b.ne	.Lfour_digits
