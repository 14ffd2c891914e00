// Expected: eight instructions in slots of four.
// expected: neoverse-n1 front end
// expected: neoverse-v1 front end
.Lstencil_compiled:
	ldur	d2, [x10, #-16]
	subs	x9, x9, #1
	fadd	d2, d2, d1
	ldr	d1, [x10], #8
	fadd	d2, d2, d1
	fmul	d2, d0, d2
	str	d2, [x8], #8
	b.ne	.Lstencil_compiled
