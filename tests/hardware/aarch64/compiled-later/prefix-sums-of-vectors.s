// Expected: two vector additions and a copy of the last element.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lprefix_sums_of_vectors:
	ldr	q2, [x0]
	subs	x1, x1, #1
	ext	v3.16b, v0.16b, v2.16b, #12
	add	v2.4s, v3.4s, v2.4s
	ext	v3.16b, v0.16b, v2.16b, #8
	add	v1.4s, v2.4s, v1.4s
	add	v1.4s, v1.4s, v3.4s
	str	q1, [x0], #16
	dup	v1.4s, v1.s[3]
	b.ne	.Lprefix_sums_of_vectors
