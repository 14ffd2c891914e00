// Addition of long numbers. Expected: the carry, four cycles, or loads and stores.
.Lcarry:
	ldp	x3, x4, [x0]
	ldp	x5, x6, [x1], #16
	adcs	x3, x3, x5
	adcs	x4, x4, x6
	stp	x3, x4, [x0], #16
	sub	x2, x2, #1
	cbnz	x2, .Lcarry
