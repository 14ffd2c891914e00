# Expected: multiplications and additions of an iteration.
# expected: sifive-p670 chain
.Lmandelbrot:
	fmul.d	fa2, fa4, fa4
	fmadd.d	ft0, fa3, fa3, fa2
	flt.d	a2, ft0, fa5
	beqz	a2, .Lend
	fmsub.d	fa2, fa3, fa3, fa2
	fadd.d	fa3, fa3, fa3
	addiw	a0, a0, 1
	fmadd.d	fa4, fa3, fa4, fa1
	fadd.d	fa2, fa0, fa2
	fmv.d	fa3, fa2
	bne	a1, a0, .Lmandelbrot
