// A linear congruential generator. Expected: the latency of a multiplication, and of the addition.
.Lmultiply:
	madd	x0, x0, x1, x2
	subs	x3, x3, #1
	b.ne	.Lmultiply
