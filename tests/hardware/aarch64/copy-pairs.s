// Copy by pairs of vector registers. Expected: stores.
.Lcopy:
	ldp	q0, q1, [x1], #64
	ldp	q2, q3, [x1, #-32]
	stp	q0, q1, [x0], #64
	stp	q2, q3, [x0, #-32]
	subs	x2, x2, #64
	b.ne	.Lcopy
