// Expected: a division, an addition and a multiplication.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lnewton_root:
	fdiv	d3, d0, d1
	subs	x0, x0, #1
	fadd	d1, d1, d3
	fmul	d1, d1, d2
	b.ne	.Lnewton_root
