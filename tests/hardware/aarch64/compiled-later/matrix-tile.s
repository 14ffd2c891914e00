// Expected: eight fused multiplications on the vector pipes, with an accumulator each.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 chain
.Lmatrix_tile:
	ldp	q17, q18, [x2], #32
	ldr	q16, [x1], #16
	subs	x3, x3, #1
	fmla	v6.4s, v18.4s, v16.s[0]
	fmla	v4.4s, v18.4s, v16.s[1]
	fmla	v2.4s, v18.4s, v16.s[2]
	fmla	v0.4s, v18.4s, v16.s[3]
	fmla	v7.4s, v17.4s, v16.s[0]
	fmla	v5.4s, v17.4s, v16.s[1]
	fmla	v3.4s, v17.4s, v16.s[2]
	fmla	v1.4s, v17.4s, v16.s[3]
	b.ne	.Lmatrix_tile
