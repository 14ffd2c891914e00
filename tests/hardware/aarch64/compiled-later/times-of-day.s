// Expected: seven multiplications.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Ltimes_of_day:
	ldr	w14, [x1], #4
	subs	x2, x2, #1
	umull	x15, w14, w8
	lsr	x15, x15, #48
	madd	w14, w15, w9, w14
	umull	x16, w14, w10
	lsr	x16, x16, #43
	stp	w15, w16, [x0]
	umull	x15, w14, w11
	lsr	x15, x15, #37
	umull	x16, w15, w12
	msub	w14, w15, w13, w14
	lsr	x16, x16, #33
	msub	w15, w16, w13, w15
	stp	w15, w14, [x0, #8]
	add	x0, x0, #16
	b.ne	.Ltimes_of_day
