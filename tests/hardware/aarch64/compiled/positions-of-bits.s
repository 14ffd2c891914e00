// Expected: the number less 1, and its bits that stay.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lpositions_of_bits:
	rbit	x9, x0
	clz	x9, x9
	add	x8, x8, x9
	sub	x9, x0, #1
	ands	x0, x9, x0
	b.ne	.Lpositions_of_bits
