# oxmca: -mtriple=aarch64 -mcpu=neoverse-n2 -iterations=2 -show-encoding -skip-unsupported-instructions=any
# oxmca: -mtriple=arm64-apple-macosx -mcpu=apple-a14 -iterations=2 -skip-unsupported-instructions=any -print-imm-hex
# oxmca: -mtriple=aarch64_be -mcpu=exynos-m5 -iterations=2 -show-encoding -instruction-tables
// Aliases, specifiers, literals, directives, and words that several instructions share.
	.arch	armv8.2-a+crypto
counter	.req	x19
	mov	counter, #0x12340000
	lsl	w0, w1, #3
	ubfx	x2, x3, #4, #8
	bfi	w4, w5, #2, #3
	adrp	x6, table
	ldr	x7, [x6, :lo12:table]
	add	x8, x8, x9, lsl #2
	add	x10, sp, w11, uxtw #1
	ldr	x12, =0x10000
	ldr	w13, =0x12345678
	csel	x14, x15, x16, hs
	ccmp	x0, #3, #0, lt
	cset	w1, ne
	fmov	d0, #0.25
	fcmp	s1, #0.0
	movi	v2.2d, #0xff00ff00ff00ff
	ld4	{ v4.8h - v7.8h }, [x0], #64
	tbl	v0.16b, { v1.16b, v2.16b }, v3.16b
	mrs	x17, tpidr_el0
	msr	daifset, #2
	dc	civac, x0
	dmb	ish
	prfm	pldl1strm, [x0, #64]
	casal	x0, x1, [x2]
	aese	v0.16b, v1.16b
	tbz	w0, #5, label
label:
	beq	label
	bl	function
	ret
