// Expected: five instructions in slots of four.
// expected: neoverse-n1 front end
// expected: neoverse-v1 front end
.Lreversed_copy:
	ldr	x9, [x0], #8
	eor	x9, x9, #0x1
	str	x9, [x8, x2, lsl #3]
	subs	x2, x2, #1
	b.ne	.Lreversed_copy
