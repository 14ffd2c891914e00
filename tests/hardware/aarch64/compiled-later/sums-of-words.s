// Expected: nine instructions need three fetches, and each sum grows twice an iteration.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 chain
.Lsums_of_words:
	ldp	w10, w11, [x0]
	ldp	w12, w13, [x0, #8]
	add	x9, x9, x11
	add	x9, x9, x13
	add	x0, x0, #16
	subs	x1, x1, #1
	add	x8, x8, x10
	add	x8, x8, x12
	b.ne	.Lsums_of_words
