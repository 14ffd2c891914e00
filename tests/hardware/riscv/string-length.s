# Expected: four instructions in slots of four.
# expected: sifive-p670 front end
.Lstring_length:
	add	a2, a0, a1
	addi	a1, a1, 1
	lbu	a2, 0(a2)
	bnez	a2, .Lstring_length
