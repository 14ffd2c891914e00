// Expected: four additions after each other.
// expected: neoverse-n1 chain
// expected: cortex-a72 chain
// expected: apple-a14 chain
.Lcompensated_sum:
	ldr	d2, [x0], #8
	fmov	d3, d0
	subs	x1, x1, #1
	fsub	d1, d2, d1
	fadd	d0, d0, d1
	fsub	d2, d0, d3
	fsub	d1, d2, d1
	b.ne	.Lcompensated_sum
