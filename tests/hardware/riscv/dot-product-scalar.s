# Expected: a fused multiplication, four cycles.
# expected: sifive-p670 chain
.Ldot_product_scalar:
	fld	fa5, 0(a0)
	fld	fa4, 0(a1)
	addi	a1, a1, 8
	addi	a0, a0, 8
	fmadd.d	fa0, fa5, fa4, fa0
	bne	a1, a2, .Ldot_product_scalar
