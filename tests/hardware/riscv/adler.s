# Expected: five instructions in slots of four.
# expected: sifive-p670 front end
.Ladler:
	lbu	a4, 0(a0)
	addi	a0, a0, 1
	addw	a1, a1, a4
	add	a2, a2, a1
	bne	a0, a3, .Ladler
