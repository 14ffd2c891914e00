// The largest integer. Expected: loads, or the pace of vectors.
.Lmaximum:
	ld1	{ v1.4s, v2.4s }, [x0], #32
	smax	v0.4s, v0.4s, v1.4s
	smax	v3.4s, v3.4s, v2.4s
	subs	x1, x1, #8
	b.ne	.Lmaximum
