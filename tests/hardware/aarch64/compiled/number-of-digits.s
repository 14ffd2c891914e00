// Expected: ten times the number, and a digit.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lnumber_of_digits:
	mul	x11, x0, x10
	add	x9, x11, w9, uxtw
	sub	x0, x9, #48
	ldrb	w9, [x8], #1
	cbnz	w9, .Lnumber_of_digits
