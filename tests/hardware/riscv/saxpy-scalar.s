# Expected: seven instructions in slots of four.
# expected: sifive-p670 front end
.Lsaxpy_scalar:
	flw	fa5, 0(a0)
	flw	fa4, 0(a1)
	addi	a0, a0, 4
	fmadd.s	fa5, fa0, fa5, fa4
	fsw	fa5, 0(a1)
	addi	a1, a1, 4
	bne	a1, a2, .Lsaxpy_scalar
