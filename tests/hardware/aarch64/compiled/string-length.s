// Expected: the counter, a cycle.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lstring_length:
	ldrb	w9, [x0, x8]
	add	x8, x8, #1
	cbnz	w9, .Lstring_length
