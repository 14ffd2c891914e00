// Dot product of floats with four sums in vectors. Expected: loads.
.Ldot4:
	ldp	q4, q5, [x0], #32
	ldp	q6, q7, [x1], #32
	fmla	v0.4s, v4.4s, v6.4s
	fmla	v1.4s, v5.4s, v7.4s
	ldp	q4, q5, [x0], #32
	ldp	q6, q7, [x1], #32
	fmla	v2.4s, v4.4s, v6.4s
	fmla	v3.4s, v5.4s, v7.4s
	subs	x2, x2, #16
	b.ne	.Ldot4
