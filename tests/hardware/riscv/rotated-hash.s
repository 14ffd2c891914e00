# Expected: a rotation, an exclusive or and a multiplication.
# expected: sifive-p670 chain
.Lrotated_hash:
	ld	a4, 0(a0)
	rori	a3, a3, 59
	addi	a0, a0, 8
	xor	a3, a3, a4
	mul	a3, a3, a2
	bne	a0, a1, .Lrotated_hash
