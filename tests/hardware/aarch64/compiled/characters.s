// Expected: a comparison, two counters and a pointer on three integer pipes.
// expected: neoverse-n1 ports
// expected: neoverse-v1 front end
.Lcharacters:
	ldrsb	w9, [x0], #1
	cmn	w9, #64
	cinc	x8, x8, lt
	subs	x1, x1, #1
	b.ne	.Lcharacters
