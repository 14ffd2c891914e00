// Expected: a polynomial, a rounding and a conversion on the vector pipes.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Lexponential:
	ldr	q5, [x1], #16
	mov	v16.16b, v4.16b
	subs	x2, x2, #1
	fmul	v6.4s, v5.4s, v0.4s
	frintn	v7.4s, v6.4s
	fmla	v5.4s, v1.4s, v7.4s
	mov	v7.16b, v3.16b
	fmla	v7.4s, v2.4s, v5.4s
	fmla	v16.4s, v7.4s, v5.4s
	movi	v7.4s, #63, lsl #24
	fmla	v7.4s, v16.4s, v5.4s
	fmov	v16.4s, #1.00000000
	fmla	v16.4s, v7.4s, v5.4s
	fmov	v7.4s, #1.00000000
	fmla	v7.4s, v16.4s, v5.4s
	fcvtns	v5.4s, v6.4s
	shl	v5.4s, v5.4s, #23
	add	v5.4s, v5.4s, v7.4s
	str	q5, [x0], #16
	b.ne	.Lexponential
