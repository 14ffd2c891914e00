// Expected: a square root and a division on one pipe.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Lunit_vectors:
	ldp	s1, s2, [x0]
	ldr	s3, [x0, #8]
	subs	x1, x1, #1
	fmul	s4, s2, s2
	fmadd	s4, s1, s1, s4
	fmadd	s4, s3, s3, s4
	fsqrt	s4, s4
	fdiv	s4, s0, s4
	fmul	s1, s1, s4
	fmul	s2, s2, s4
	stp	s1, s2, [x0]
	fmul	s1, s3, s4
	str	s1, [x0, #8]
	add	x0, x0, #12
	b.ne	.Lunit_vectors
