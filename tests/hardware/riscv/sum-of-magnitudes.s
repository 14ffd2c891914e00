# Expected: an addition.
# expected: sifive-p670 chain
.Lsum_of_magnitudes:
	fld	fa5, 0(a0)
	addi	a0, a0, 8
	fabs.d	fa5, fa5
	fadd.d	fa0, fa0, fa5
	bne	a0, a1, .Lsum_of_magnitudes
