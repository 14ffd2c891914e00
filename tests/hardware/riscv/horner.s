# Expected: a fused multiplication, four cycles.
# expected: sifive-p670 chain
.Lhorner:
	fld	fa4, 0(a0)
	addi	a0, a0, 8
	fmadd.d	fa5, fa5, fa0, fa4
	bne	a0, a1, .Lhorner
