# Expected: five instructions in slots of four.
# expected: sifive-p670 front end
.Lfibonacci:
	mv	a3, a1
	mv	a1, a2
	addi	a0, a0, -1
	add	a2, a2, a3
	bnez	a0, .Lfibonacci
