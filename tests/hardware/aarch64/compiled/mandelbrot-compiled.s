// Expected: multiplications and additions of an iteration.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lmandelbrot_compiled:
	fmul	d5, d3, d3
	fmadd	d6, d4, d4, d5
	fcmp	d6, d2
	b.pl	.Lend
	fnmsub	d5, d4, d4, d5
	fadd	d4, d4, d4
	add	w0, w0, #1
	cmp	w8, w0
	fmadd	d3, d4, d3, d1
	fadd	d5, d0, d5
	fmov	d4, d5
	b.ne	.Lmandelbrot_compiled
