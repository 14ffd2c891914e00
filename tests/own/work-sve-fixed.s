# The functions of `work-sve.s` for vectors of 256 bits (`-msve-vector-bits=256`).
#
# oxmca: loops --mtriple=aarch64-unknown-linux-gnu --mcpu=neoverse-v1
	.type	saxpy,@function
saxpy:
	cbz	x2, .LBB0_14
	cmp	x2, #4
	b.hs	.LBB0_3
	mov	x8, xzr
	b	.LBB0_12
.LBB0_3:
	cmp	x2, #16
	b.hs	.LBB0_5
	mov	x8, xzr
	b	.LBB0_9
.LBB0_5:
	mov	z1.s, s0
	ptrue	p0.s
	and	x9, x2, #0xc
	and	x8, x2, #0xfffffffffffffff0
	mov	x10, x1
	mov	x11, x0
	and	x12, x2, #0xfffffffffffffff0
.LBB0_6:
	ldr	z2, [x10]
	ldr	z3, [x11]
	subs	x12, x12, #16
	ldr	z4, [x10, #1, mul vl]
	ldr	z5, [x11, #1, mul vl]
	add	x10, x10, #64
	fmad	z2.s, p0/m, z1.s, z3.s
	fmad	z4.s, p0/m, z1.s, z5.s
	str	z2, [x11]
	str	z4, [x11, #1, mul vl]
	add	x11, x11, #64
	b.ne	.LBB0_6
	cmp	x2, x8
	b.eq	.LBB0_14
	cbz	x9, .LBB0_12
.LBB0_9:
	mov	x9, x8
	and	x8, x2, #0xfffffffffffffffc
	lsl	x11, x9, #2
	sub	x9, x9, x8
	add	x10, x0, x11
	add	x11, x1, x11
.LBB0_10:
	ldr	q1, [x11], #16
	ldr	q2, [x10]
	adds	x9, x9, #4
	fmla	v2.4s, v1.4s, v0.s[0]
	str	q2, [x10], #16
	b.ne	.LBB0_10
	cmp	x2, x8
	b.eq	.LBB0_14
.LBB0_12:
	lsl	x10, x8, #2
	sub	x8, x2, x8
	add	x9, x0, x10
	add	x10, x1, x10
.LBB0_13:
	ldr	s1, [x10], #4
	ldr	s2, [x9]
	subs	x8, x8, #1
	fmadd	s1, s1, s0, s2
	str	s1, [x9], #4
	b.ne	.LBB0_13
.LBB0_14:
	ret
	.size	saxpy, .-saxpy

	.type	dot,@function
dot:
	cbz	x2, .LBB1_3
	cmp	x2, #4
	b.hs	.LBB1_4
	movi	d0, #0000000000000000
	mov	x8, xzr
	b	.LBB1_13
.LBB1_3:
	movi	d0, #0000000000000000
	ret
.LBB1_4:
	cmp	x2, #32
	b.hs	.LBB1_6
	movi	d0, #0000000000000000
	mov	x8, xzr
	b	.LBB1_10
.LBB1_6:
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	mov	x9, xzr
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	and	x10, x2, #0x1c
	ptrue	p0.s
	and	x8, x2, #0xffffffffffffffe0
.LBB1_7:
	lsl	x11, x9, #2
	ld1w	{ z4.s }, p0/z, [x0, x9, lsl #2]
	ld1w	{ z5.s }, p0/z, [x1, x9, lsl #2]
	add	x9, x9, #32
	add	x12, x0, x11
	add	x11, x1, x11
	cmp	x8, x9
	ldr	z6, [x12, #1, mul vl]
	ldr	z7, [x12, #2, mul vl]
	ldr	z16, [x11, #1, mul vl]
	ldr	z17, [x12, #3, mul vl]
	ldr	z18, [x11, #2, mul vl]
	ldr	z19, [x11, #3, mul vl]
	fmla	z0.s, p0/m, z5.s, z4.s
	fmla	z1.s, p0/m, z16.s, z6.s
	fmla	z2.s, p0/m, z18.s, z7.s
	fmla	z3.s, p0/m, z19.s, z17.s
	b.ne	.LBB1_7
	fadd	z0.s, z1.s, z0.s
	fadd	z1.s, z3.s, z2.s
	cmp	x2, x8
	fadd	z0.s, z1.s, z0.s
	faddv	s0, p0, z0.s
	b.eq	.LBB1_15
	cbz	x10, .LBB1_13
.LBB1_10:
	movi	v1.2d, #0000000000000000
	lsl	x11, x8, #2
	mov	x9, x8
	and	x8, x2, #0xfffffffffffffffc
	sub	x9, x9, x8
	add	x10, x1, x11
	add	x11, x0, x11
	mov	v1.s[0], v0.s[0]
.LBB1_11:
	ldr	q0, [x11], #16
	adds	x9, x9, #4
	ldr	q2, [x10], #16
	fmla	v1.4s, v2.4s, v0.4s
	b.ne	.LBB1_11
	ptrue	p0.s, vl4
	cmp	x2, x8
	faddv	s0, p0, z1.s
	b.eq	.LBB1_15
.LBB1_13:
	lsl	x10, x8, #2
	sub	x8, x2, x8
	add	x9, x1, x10
	add	x10, x0, x10
.LBB1_14:
	ldr	s1, [x10], #4
	subs	x8, x8, #1
	ldr	s2, [x9], #4
	fmadd	s0, s2, s1, s0
	b.ne	.LBB1_14
.LBB1_15:
	ret
	.size	dot, .-dot

	.type	copy,@function
copy:
	cbz	x2, .LBB2_14
	cmp	x2, #4
	b.hs	.LBB2_3
	mov	x8, xzr
	b	.LBB2_12
.LBB2_3:
	cmp	x2, #16
	b.hs	.LBB2_5
	mov	x8, xzr
	b	.LBB2_9
.LBB2_5:
	and	x9, x2, #0xc
	and	x8, x2, #0xfffffffffffffff0
	mov	x10, x1
	mov	x11, x0
	and	x12, x2, #0xfffffffffffffff0
.LBB2_6:
	ldr	z0, [x10]
	ldr	z1, [x10, #1, mul vl]
	subs	x12, x12, #16
	add	x10, x10, #64
	add	z0.s, z0.s, #1                  // =0x1
	add	z1.s, z1.s, #1                  // =0x1
	str	z0, [x11]
	str	z1, [x11, #1, mul vl]
	add	x11, x11, #64
	b.ne	.LBB2_6
	cmp	x2, x8
	b.eq	.LBB2_14
	cbz	x9, .LBB2_12
.LBB2_9:
	mov	x9, x8
	and	x8, x2, #0xfffffffffffffffc
	lsl	x11, x9, #2
	sub	x9, x9, x8
	add	x10, x0, x11
	add	x11, x1, x11
.LBB2_10:
	ldr	q0, [x11], #16
	adds	x9, x9, #4
	add	z0.s, z0.s, #1                  // =0x1
	str	q0, [x10], #16
	b.ne	.LBB2_10
	cmp	x2, x8
	b.eq	.LBB2_14
.LBB2_12:
	lsl	x10, x8, #2
	sub	x8, x2, x8
	add	x9, x0, x10
	add	x10, x1, x10
.LBB2_13:
	ldr	w11, [x10], #4
	subs	x8, x8, #1
	add	w11, w11, #1
	str	w11, [x9], #4
	b.ne	.LBB2_13
.LBB2_14:
	ret
	.size	copy, .-copy

	.type	bytesum,@function
bytesum:
	cbz	x1, .LBB3_3
	cmp	x1, #16
	b.hs	.LBB3_4
	mov	x9, xzr
	mov	w8, wzr
	b	.LBB3_13
.LBB3_3:
	mov	w8, wzr
	mov	w0, w8
	ret
.LBB3_4:
	cmp	x1, #64
	b.hs	.LBB3_6
	mov	x9, xzr
	mov	w8, wzr
	b	.LBB3_10
.LBB3_6:
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	and	x10, x1, #0x30
	mov	z2.b, #1                        // =0x1
	and	x9, x1, #0xffffffffffffffc0
	mov	x8, x0
	and	x11, x1, #0xffffffffffffffc0
.LBB3_7:
	ldr	z3, [x8]
	ldr	z4, [x8, #1, mul vl]
	subs	x11, x11, #64
	add	x8, x8, #64
	udot	z0.s, z3.b, z2.b
	udot	z1.s, z4.b, z2.b
	b.ne	.LBB3_7
	add	z0.s, z1.s, z0.s
	ptrue	p0.s
	cmp	x1, x9
	uaddv	d0, p0, z0.s
	fmov	w8, s0
	b.eq	.LBB3_15
	cbz	x10, .LBB3_13
.LBB3_10:
	movi	v0.2d, #0000000000000000
	mov	z1.b, #1                        // =0x1
	mov	x10, x9
	and	x9, x1, #0xfffffffffffffff0
	mov	v0.s[0], w8
	sub	x8, x10, x9
	add	x10, x0, x10
.LBB3_11:
	ldr	q2, [x10], #16
	adds	x8, x8, #16
	udot	z0.s, z2.b, z1.b
	b.ne	.LBB3_11
	addv	s0, v0.4s
	cmp	x1, x9
	fmov	w8, s0
	b.eq	.LBB3_15
.LBB3_13:
	sub	x10, x1, x9
	add	x9, x0, x9
.LBB3_14:
	ldrb	w11, [x9], #1
	subs	x10, x10, #1
	add	w8, w8, w11
	b.ne	.LBB3_14
.LBB3_15:
	mov	w0, w8
	ret
	.size	bytesum, .-bytesum

	.type	stride2,@function
stride2:
	cbz	x2, .LBB4_12
	cmp	x2, #5
	b.hs	.LBB4_3
	mov	x8, xzr
	b	.LBB4_10
.LBB4_3:
	cmp	x2, #17
	b.hs	.LBB4_5
	mov	x8, xzr
	b	.LBB4_8
.LBB4_5:
	ands	x8, x2, #0xf
	mov	w9, #16                         // =0x10
	fmov	z0.s, #3.00000000
	csel	x9, x9, x8, eq
	ptrue	p0.s
	mov	x10, x0
	sub	x8, x2, x9
	sub	x11, x2, x9
	mov	x12, x1
.LBB4_6:
	ld2w	{ z1.s, z2.s }, p0/z, [x12]
	subs	x11, x11, #16
	ld2w	{ z3.s, z4.s }, p0/z, [x12, #2, mul vl]
	add	x12, x12, #128
	fmul	z1.s, z1.s, z0.s
	fmul	z2.s, z3.s, z0.s
	str	z1, [x10]
	str	z2, [x10, #1, mul vl]
	add	x10, x10, #64
	b.ne	.LBB4_6
	cmp	x9, #4
	b.ls	.LBB4_10
.LBB4_8:
	ands	x9, x2, #0x3
	mov	w10, #4                         // =0x4
	fmov	v0.4s, #3.00000000
	csel	x11, x10, x9, eq
	add	x9, x0, x8, lsl #2
	add	x10, x1, x8, lsl #3
	add	x12, x11, x8
	sub	x8, x2, x11
	sub	x11, x12, x2
.LBB4_9:
	ldr	q1, [x10]
	add	x12, x10, #16
	adds	x11, x11, #4
	mov	v1.s[1], v1.s[2]
	ld1	{ v1.s }[2], [x12]
	add	x12, x10, #24
	add	x10, x10, #32
	ld1	{ v1.s }[3], [x12]
	fmul	v1.4s, v1.4s, v0.4s
	str	q1, [x9], #16
	b.ne	.LBB4_9
.LBB4_10:
	fmov	s0, #3.00000000
	add	x9, x0, x8, lsl #2
	add	x10, x1, x8, lsl #3
	sub	x8, x2, x8
.LBB4_11:
	ldr	s1, [x10], #8
	subs	x8, x8, #1
	fmul	s1, s1, s0
	str	s1, [x9], #4
	b.ne	.LBB4_11
.LBB4_12:
	ret
	.size	stride2, .-stride2

	.type	gather,@function
gather:
	cbz	x3, .LBB5_8
	cmp	x3, #8
	b.hs	.LBB5_3
	mov	x8, xzr
	b	.LBB5_6
.LBB5_3:
	ptrue	p0.s
	and	x8, x3, #0xfffffffffffffff8
	mov	x9, x2
	mov	x10, x0
	and	x11, x3, #0xfffffffffffffff8
.LBB5_4:
	ldr	z0, [x9]
	subs	x11, x11, #8
	add	x9, x9, #32
	ld1w	{ z0.s }, p0/z, [x1, z0.s, sxtw #2]
	str	z0, [x10]
	add	x10, x10, #32
	b.ne	.LBB5_4
	cmp	x3, x8
	b.eq	.LBB5_8
.LBB5_6:
	lsl	x10, x8, #2
	sub	x8, x3, x8
	add	x9, x0, x10
	add	x10, x2, x10
.LBB5_7:
	ldrsw	x11, [x10], #4
	subs	x8, x8, #1
	ldr	s0, [x1, x11, lsl #2]
	str	s0, [x9], #4
	b.ne	.LBB5_7
.LBB5_8:
	ret
	.size	gather, .-gather

