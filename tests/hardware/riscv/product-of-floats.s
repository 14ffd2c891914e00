# Expected: a multiplication.
# expected: sifive-p670 chain
.Lproduct_of_floats:
	flw	fa5, 0(a0)
	addi	a0, a0, 4
	fmul.s	fa0, fa0, fa5
	bne	a0, a1, .Lproduct_of_floats
