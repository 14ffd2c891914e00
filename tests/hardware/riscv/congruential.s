# Expected: a multiplication of two cycles and an addition.
# expected: sifive-p670 chain
.Lcongruential:
	mul	a0, a0, a2
	addi	a1, a1, -1
	add	a0, a0, a3
	bnez	a1, .Lcongruential
