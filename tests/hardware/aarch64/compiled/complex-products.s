// Expected: two addends after each other, four cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lcomplex_products:
	ldp	s2, s1, [x8, #-4]
	ldp	s4, s3, [x9, #-4]
	subs	x2, x2, #1
	add	x8, x8, #8
	add	x9, x9, #8
	fmadd	s0, s2, s4, s0
	fmsub	s0, s1, s3, s0
	b.ne	.Lcomplex_products
