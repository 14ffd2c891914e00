# Expected: a division.
# expected: sifive-p670 chain
.Leuclid:
	mv	a2, a1
	remuw	a1, a0, a1
	mv	a0, a2
	bnez	a1, .Leuclid
