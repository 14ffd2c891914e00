// Expected: six instructions in slots of four.
// expected: neoverse-n1 front end
// expected: neoverse-v1 front end
.Lhistogram_compiled:
	ldrb	w8, [x0], #1
	subs	x2, x2, #1
	ldr	w9, [x1, x8, lsl #2]
	add	w9, w9, #1
	str	w9, [x1, x8, lsl #2]
	b.ne	.Lhistogram_compiled
