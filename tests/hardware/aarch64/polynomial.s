// Horner's rule on two polynomials. Expected: the latency of a fused multiplication, from its factors.
.Lpolynomial:
	fmadd	d0, d0, d4, d5
	fmadd	d1, d1, d4, d6
	subs	x0, x0, #1
	b.ne	.Lpolynomial
