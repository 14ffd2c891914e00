# Expected: the divider.
# expected: sifive-p670 ports
.Lquotients:
	fld	fa5, 0(a0)
	fld	fa4, 0(a1)
	addi	a1, a1, 8
	addi	a0, a0, 8
	fdiv.d	fa5, fa5, fa4
	fsd	fa5, 0(a2)
	addi	a2, a2, 8
	bne	a2, a3, .Lquotients
