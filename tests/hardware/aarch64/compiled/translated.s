// Expected: two loads and a store on two pipes.
// expected: neoverse-n1 ports
// expected: neoverse-v1 front end
.Ltranslated:
	ldrb	w8, [x0]
	subs	x2, x2, #1
	ldrb	w8, [x1, x8]
	strb	w8, [x0], #1
	b.ne	.Ltranslated
