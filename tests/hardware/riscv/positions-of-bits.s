# Expected: the number less 1, and its bits that stay.
# expected: sifive-p670 chain
.Lpositions_of_bits:
	ctz	a2, a0
	add	a1, a1, a2
	addi	a2, a0, -1
	and	a0, a0, a2
	bnez	a0, .Lpositions_of_bits
