// Expected: eight loads and four stores.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Lsamples_by_table:
	ldrb	w8, [x1]
	ldrb	w9, [x1, #1]
	subs	x3, x3, #1
	ldrb	w10, [x1, #2]
	ldrb	w11, [x1, #3]
	add	x1, x1, #4
	ldrh	w8, [x2, x8, lsl #1]
	strh	w8, [x0]
	ldrh	w8, [x2, x9, lsl #1]
	strh	w8, [x0, #2]
	ldrh	w8, [x2, x10, lsl #1]
	strh	w8, [x0, #4]
	ldrh	w8, [x2, x11, lsl #1]
	strh	w8, [x0, #6]
	add	x0, x0, #8
	b.ne	.Lsamples_by_table
