# Expected: a maximum.
# expected: sifive-p670 chain
.Llargest_double:
	fld	fa5, 0(a0)
	addi	a0, a0, 8
	fmax.d	fa0, fa0, fa5
	bne	a0, a1, .Llargest_double
