# Expected: an exclusive or and a multiplication.
# expected: sifive-p670 chain
.Lfnv_1a:
	lbu	a4, 0(a0)
	addi	a0, a0, 1
	xor	a1, a1, a4
	mul	a1, a1, a3
	bne	a0, a2, .Lfnv_1a
