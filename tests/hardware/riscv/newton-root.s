# Expected: a division, an addition and a multiplication.
# expected: sifive-p670 chain
.Lnewton_root:
	fdiv.d	fa3, fa0, fa5
	addi	a0, a0, -1
	fadd.d	fa5, fa5, fa3
	fmul.d	fa5, fa5, fa4
	bnez	a0, .Lnewton_root
