// Expected: five instructions need two fetches, and the accumulation forwards in a cycle where it can.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 chain
.Lbits_in_vectors:
	ldr	q1, [x0], #16
	subs	x1, x1, #1
	cnt	v1.16b, v1.16b
	uadalp	v0.8h, v1.16b
	b.ne	.Lbits_in_vectors
