# Expected: a fused multiplication, four cycles.
# expected: sifive-p670 chain
.Lfilter:
	flw	fa4, 0(a0)
	addi	a0, a0, 4
	fmadd.s	fa5, fa0, fa5, fa4
	fsw	fa5, 0(a1)
	addi	a1, a1, 4
	bne	a1, a2, .Lfilter
