# Expected: six instructions in slots of four.
# expected: sifive-p670 front end
.Lprefix_sums:
	ld	a4, 0(a0)
	addi	a0, a0, 8
	add	a3, a3, a4
	sd	a3, 0(a1)
	addi	a1, a1, 8
	bne	a1, a2, .Lprefix_sums
