# Expected: four instructions in slots of four.
# expected: sifive-p670 front end
.Lsum_of_integers:
	ld	a3, 0(a0)
	addi	a0, a0, 8
	add	a2, a2, a3
	bne	a0, a1, .Lsum_of_integers
