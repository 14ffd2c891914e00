# Expected: two shifted sums and an addition.
# expected: sifive-p670 chain
.Lnumber_of_digits:
	sh2add	a0, a0, a0
	sh1add	a0, a0, a2
	lbu	a2, 0(a1)
	addi	a1, a1, 1
	addi	a0, a0, -48
	bnez	a2, .Lnumber_of_digits
