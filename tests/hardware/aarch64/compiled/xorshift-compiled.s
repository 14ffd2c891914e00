// Expected: three exclusive ors of operands that are shifted far, two cycles each.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lxorshift_compiled:
	eor	x8, x0, x0, lsl #13
	subs	x1, x1, #1
	eor	x8, x8, x8, lsr #7
	eor	x0, x8, x8, lsl #17
	b.ne	.Lxorshift_compiled
