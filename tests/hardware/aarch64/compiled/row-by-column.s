// Expected: the addend of a fused multiplication, two cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lrow_by_column:
	ldr	s1, [x0], #4
	subs	x2, x2, #1
	ldr	s2, [x1]
	add	x1, x1, x8
	fmadd	s0, s1, s2, s0
	b.ne	.Lrow_by_column
