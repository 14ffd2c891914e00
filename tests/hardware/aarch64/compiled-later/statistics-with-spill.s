// Expected: sixteen integer operations, one of them a multiplication of 64 bits.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Lstatistics_with_spill:
	str	x30, [sp, #24]
	ldr	x30, [x0], #8
	and	x2, x30, #0x1
	madd	x16, x30, x30, x16
	cmp	x30, x19
	add	x17, x17, x30, lsr #63
	add	x8, x30, x8
	eor	x4, x30, x4
	orr	x5, x30, x5
	and	x7, x30, x7
	add	x3, x2, x3
	ldr	x2, [sp, #24]
	csel	x19, x30, x19, lt
	cmp	x30, x29
	csel	x29, x30, x29, gt
	subs	x1, x1, #1
	eor	x2, x30, x2
	add	x6, x2, x6
	b.ne	.Lstatistics_with_spill
