# Expected: three times the number and 1, and a move.
# expected: sifive-p670 chain
.Lcollatz:
	sh1add	a4, a0, a0
	andi	a3, a0, 1
	srli	a0, a0, 1
	addi	a1, a1, 1
	addi	a4, a4, 1
	beqz	a3, .Lend
	mv	a0, a4
	bne	a0, a2, .Lcollatz
