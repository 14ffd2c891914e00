	.type	scale,@function
scale:
.Lscale:
	ld1w	{ z1.s }, p0/z, [x0, x3, lsl #2]
	fmul	z1.s, z1.s, z0.s
	st1w	{ z1.s }, p0, [x1, x3, lsl #2]
	incw	x3
	whilelo	p0.s, x3, x2
	b.mi	.Lscale
	ret
	.size	scale, .-scale

	.type	length,@function
length:
.Llength:
	ldr	x0, [x0]
	add	x1, x1, #1
	cbnz	x0, .Llength
	ret
	.size	length, .-length

	.type	stepped,@function
stepped:
.Lstepped:
	ldr	z1, [x0]
	fadd	z0.s, z0.s, z1.s
	add	x0, x0, x2
	cmp	x0, x1
	b.ne	.Lstepped
	ret
	.size	stepped, .-stepped
