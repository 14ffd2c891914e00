// Expected: six instructions in slots of four.
// expected: neoverse-n1 front end
// expected: neoverse-v1 front end
.Lsaxpy_scalar:
	ldr	s1, [x0], #4
	subs	x2, x2, #1
	ldr	s2, [x1]
	fmadd	s1, s0, s1, s2
	str	s1, [x1], #4
	b.ne	.Lsaxpy_scalar
