// Expected: a rotation, an exclusive or and a multiplication.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lrotated_hash:
	ldr	x9, [x0], #8
	subs	x1, x1, #1
	eor	x8, x9, x8, ror #59
	mul	x8, x8, x2
	b.ne	.Lrotated_hash
