// y = a * x + y in vectors. Expected: loads and stores.
.Lsaxpy:
	ldr	q1, [x0], #16
	ldr	q2, [x1]
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x1], #16
	subs	x2, x2, #4
	b.ne	.Lsaxpy
