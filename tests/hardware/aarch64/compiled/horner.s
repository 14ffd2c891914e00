// Expected: a fused multiplication from its factor, four cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lhorner:
	ldr	d2, [x0], #8
	subs	x1, x1, #1
	fmadd	d1, d1, d0, d2
	b.ne	.Lhorner
