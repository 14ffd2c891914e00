# Expected: four instructions in slots of four.
# expected: sifive-p670 front end
.Llargest_integer:
	lw	a3, 0(a0)
	addi	a0, a0, 4
	max	a1, a3, a1
	bne	a0, a2, .Llargest_integer
