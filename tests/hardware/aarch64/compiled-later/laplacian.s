// Expected: thirteen instructions in slots of four, with four loads and a store on two pipes.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 front end
.Llaplacian:
	ldr	s2, [x12, x3, lsl #2]
	ldur	s4, [x12, #-4]
	ldr	s3, [x12, x8]
	subs	x10, x10, #1
	fadd	s2, s3, s2
	ldr	s3, [x11, #4]!
	mov	x12, x11
	fadd	s4, s3, s4
	fadd	s2, s2, s4
	fmsub	s1, s0, s1, s2
	str	s1, [x9], #4
	fmov	s1, s3
	b.ne	.Llaplacian
