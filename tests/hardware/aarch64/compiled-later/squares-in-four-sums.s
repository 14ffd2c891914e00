// Expected: ten instructions in slots of four, with four loads and four accumulators beside them.
// expected: neoverse-n1 front end
// expected: cortex-a72 ports
// expected: apple-a14 chain
.Lsquares_in_four_sums:
	ldp	q6, q4, [x10, #-16]
	ldur	q5, [x10, #-32]
	ldr	q7, [x10, #16]
	subs	x11, x11, #16
	add	x10, x10, #64
	fmla	v2.4s, v4.4s, v4.4s
	fmla	v0.4s, v5.4s, v5.4s
	fmla	v3.4s, v7.4s, v7.4s
	fmla	v1.4s, v6.4s, v6.4s
	b.ne	.Lsquares_in_four_sums
