# Expected: eight instructions in slots of four.
# expected: sifive-p670 front end
.Lsum_of_arrays:
	lw	a4, 0(a0)
	lw	a5, 0(a1)
	addi	a1, a1, 4
	addi	a0, a0, 4
	add	a4, a4, a5
	sw	a4, 0(a2)
	addi	a2, a2, 4
	bne	a2, a3, .Lsum_of_arrays
