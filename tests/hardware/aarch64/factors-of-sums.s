// A product and a sum are a factor of the next one. Expected: a chain of both latencies, and not the shorter time to an accumulator.
.Lfactors:
	fmadd	s0, s0, s1, s2
	fadd	s0, s0, s3
	subs	x5, x5, #1
	b.ne	.Lfactors
