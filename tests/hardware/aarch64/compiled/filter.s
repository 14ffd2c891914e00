// Expected: a fused multiplication from its factor, four cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lfilter:
	ldr	s2, [x0], #4
	subs	x2, x2, #1
	fmadd	s1, s0, s1, s2
	str	s1, [x1], #4
	b.ne	.Lfilter
