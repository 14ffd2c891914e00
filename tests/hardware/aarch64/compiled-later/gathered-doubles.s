// Expected: thirteen instructions in slots of four, with six loads on two pipes and four independent sums.
// expected: neoverse-n1 front end
// expected: cortex-a72 ports
// expected: apple-a14 chain
.Lgathered_doubles:
	ldp	w8, w9, [x1]
	ldr	d5, [x0, x9, lsl #3]
	subs	x2, x2, #1
	ldr	d4, [x0, x8, lsl #3]
	ldp	w8, w9, [x1, #8]
	add	x1, x1, #16
	fadd	d1, d1, d5
	ldr	d6, [x0, x8, lsl #3]
	fadd	d0, d0, d4
	ldr	d4, [x0, x9, lsl #3]
	fadd	d2, d2, d6
	fadd	d3, d3, d4
	b.ne	.Lgathered_doubles
