# Expected: nine instructions in slots of four.
# expected: sifive-p670 front end
.Lstencil:
	fld	fa4, -16(a0)
	fadd.d	fa4, fa4, fa5
	fld	fa5, 0(a0)
	addi	a0, a0, 8
	fadd.d	fa4, fa4, fa5
	fmul.d	fa4, fa0, fa4
	fsd	fa4, 0(a3)
	addi	a3, a3, 8
	bne	a3, a1, .Lstencil
