# Expected: five instructions in slots of four.
# expected: sifive-p670 front end
.Lcharacters:
	lb	a3, 0(a0)
	addi	a0, a0, 1
	slti	a3, a3, -64
	add	a2, a2, a3
	bne	a0, a1, .Lcharacters
