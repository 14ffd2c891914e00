# Loops of vectors as long as the processor has them, by `clang-23 -march=armv9-a -O3 -ffast-math`: on a CPU that has one
# length, on one that is not known to have one, and beside code for vectors of 256 bits.
#
# oxmca: loops --mtriple=aarch64-unknown-linux-gnu --mcpu=neoverse-v1
# oxmca: loops --mtriple=aarch64-unknown-linux-gnu --mcpu=neoverse-512tvb
# oxmca: loops --mtriple=aarch64-unknown-linux-gnu --mcpu=neoverse-v1,neoverse-512tvb --function=gather
# oxmca: explain --mtriple=aarch64-unknown-linux-gnu --mcpu=neoverse-512tvb --function=saxpy
# oxmca: loops --json --mtriple=aarch64-unknown-linux-gnu --mcpu=neoverse-512tvb --function=bytesum
# oxmca: diff --mtriple=aarch64-unknown-linux-gnu --mcpu=neoverse-v1,neoverse-512tvb work-sve-fixed.s
	.type	saxpy,@function
saxpy:
	cbz	x2, .LBB0_8
	cnth	x8
	cmp	x2, x8
	b.hs	.LBB0_3
	mov	x8, xzr
	b	.LBB0_6
.LBB0_3:
	neg	x8, x8
	mov	z1.s, s0
	ptrue	p0.s
	and	x8, x2, x8
	mov	x9, x1
	mov	x10, x0
	mov	x11, x8
.LBB0_4:
	ldr	z2, [x9]
	ldr	z3, [x10]
	dech	x11
	ldr	z4, [x9, #1, mul vl]
	ldr	z5, [x10, #1, mul vl]
	incb	x9, all, mul #2
	fmad	z2.s, p0/m, z1.s, z3.s
	fmad	z4.s, p0/m, z1.s, z5.s
	str	z2, [x10]
	str	z4, [x10, #1, mul vl]
	incb	x10, all, mul #2
	cbnz	x11, .LBB0_4
	cmp	x2, x8
	b.eq	.LBB0_8
.LBB0_6:
	lsl	x10, x8, #2
	sub	x8, x2, x8
	add	x9, x0, x10
	add	x10, x1, x10
.LBB0_7:
	ldr	s1, [x10], #4
	ldr	s2, [x9]
	subs	x8, x8, #1
	fmadd	s1, s1, s0, s2
	str	s1, [x9], #4
	b.ne	.LBB0_7
.LBB0_8:
	ret
	.size	saxpy, .-saxpy

	.type	dot,@function
dot:
	movi	d0, #0000000000000000
	cbz	x2, .LBB1_14
	cmp	x2, #1
	b.ne	.LBB1_3
	mov	x8, xzr
	b	.LBB1_12
.LBB1_3:
	rdvl	x8, #1
	cmp	x2, x8
	b.hs	.LBB1_5
	movi	d0, #0000000000000000
	mov	x8, xzr
	b	.LBB1_9
.LBB1_5:
	mov	x8, #-1                         // =0xffffffffffffffff
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	incb	x8
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	ptrue	p0.s
	mov	x10, x0
	mov	x11, x1
	and	x9, x2, x8
	sub	x8, x2, x9
	sub	x12, x2, x9
.LBB1_6:
	ldr	z4, [x10]
	ldr	z5, [x10, #1, mul vl]
	decb	x12
	ldr	z6, [x10, #2, mul vl]
	ldr	z7, [x11]
	ldr	z16, [x11, #1, mul vl]
	ldr	z17, [x10, #3, mul vl]
	incb	x10, all, mul #4
	ldr	z18, [x11, #2, mul vl]
	ldr	z19, [x11, #3, mul vl]
	incb	x11, all, mul #4
	fmla	z0.s, p0/m, z7.s, z4.s
	fmla	z1.s, p0/m, z16.s, z5.s
	fmla	z2.s, p0/m, z18.s, z6.s
	fmla	z3.s, p0/m, z19.s, z17.s
	cbnz	x12, .LBB1_6
	fadd	z0.s, z1.s, z0.s
	fadd	z1.s, z3.s, z2.s
	fadd	z0.s, z1.s, z0.s
	faddv	s0, p0, z0.s
	cbz	x9, .LBB1_14
	cmp	x9, #1
	b.eq	.LBB1_12
.LBB1_9:
	movi	d1, #0000000000000000
	lsl	x11, x8, #2
	mov	x9, x8
	and	x8, x2, #0xfffffffffffffffe
	sub	x9, x9, x8
	add	x10, x1, x11
	add	x11, x0, x11
	mov	v1.s[0], v0.s[0]
.LBB1_10:
	ldr	d0, [x11], #8
	adds	x9, x9, #2
	ldr	d2, [x10], #8
	fmla	v1.2s, v2.2s, v0.2s
	b.ne	.LBB1_10
	faddp	s0, v1.2s
	cmp	x2, x8
	b.eq	.LBB1_14
.LBB1_12:
	lsl	x10, x8, #2
	sub	x8, x2, x8
	add	x9, x1, x10
	add	x10, x0, x10
.LBB1_13:
	ldr	s1, [x10], #4
	subs	x8, x8, #1
	ldr	s2, [x9], #4
	fmadd	s0, s2, s1, s0
	b.ne	.LBB1_13
.LBB1_14:
	ret
	.size	dot, .-dot

	.type	copy,@function
copy:
	cbz	x2, .LBB2_8
	cnth	x8
	cmp	x2, x8
	b.hs	.LBB2_3
	mov	x8, xzr
	b	.LBB2_6
.LBB2_3:
	neg	x8, x8
	mov	x9, x1
	mov	x10, x0
	and	x8, x2, x8
	mov	x11, x8
.LBB2_4:
	ldr	z0, [x9]
	ldr	z1, [x9, #1, mul vl]
	dech	x11
	incb	x9, all, mul #2
	add	z0.s, z0.s, #1                  // =0x1
	add	z1.s, z1.s, #1                  // =0x1
	str	z0, [x10]
	str	z1, [x10, #1, mul vl]
	incb	x10, all, mul #2
	cbnz	x11, .LBB2_4
	cmp	x2, x8
	b.eq	.LBB2_8
.LBB2_6:
	lsl	x10, x8, #2
	sub	x8, x2, x8
	add	x9, x0, x10
	add	x10, x1, x10
.LBB2_7:
	ldr	w11, [x10], #4
	subs	x8, x8, #1
	add	w11, w11, #1
	str	w11, [x9], #4
	b.ne	.LBB2_7
.LBB2_8:
	ret
	.size	copy, .-copy

	.type	bytesum,@function
bytesum:
	cbz	x1, .LBB3_3
	cmp	x1, #8
	b.hs	.LBB3_4
	mov	x9, xzr
	mov	w8, wzr
	b	.LBB3_13
.LBB3_3:
	mov	w8, wzr
	mov	w0, w8
	ret
.LBB3_4:
	rdvl	x8, #2
	cmp	x1, x8
	b.hs	.LBB3_6
	mov	x9, xzr
	mov	w8, wzr
	b	.LBB3_10
.LBB3_6:
	mov	x9, #-1                         // =0xffffffffffffffff
	movi	v0.2d, #0000000000000000
	movi	v1.2d, #0000000000000000
	incb	x9, all, mul #2
	mov	z2.b, #1                        // =0x1
	mov	x11, x0
	and	x10, x1, x9
	sub	x9, x1, x10
	sub	x12, x1, x10
.LBB3_7:
	ldr	z3, [x11]
	ldr	z4, [x11, #1, mul vl]
	incb	x11, all, mul #2
	subs	x12, x12, x8
	udot	z0.s, z3.b, z2.b
	udot	z1.s, z4.b, z2.b
	b.ne	.LBB3_7
	add	z0.s, z1.s, z0.s
	ptrue	p0.s
	uaddv	d0, p0, z0.s
	fmov	w8, s0
	cbz	x10, .LBB3_15
	cmp	x10, #8
	b.lo	.LBB3_13
.LBB3_10:
	movi	v0.2d, #0000000000000000
	movi	v1.8b, #1
	mov	x10, x9
	and	x9, x1, #0xfffffffffffffff8
	mov	v0.s[0], w8
	sub	x8, x10, x9
	add	x10, x0, x10
.LBB3_11:
	ldr	d2, [x10], #8
	adds	x8, x8, #8
	udot	v0.2s, v2.8b, v1.8b
	b.ne	.LBB3_11
	addp	v0.2s, v0.2s, v0.2s
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
	cbz	x2, .LBB4_7
	cnth	x8
	cmp	x2, x8
	b.ls	.LBB4_4
	mov	x9, #-1                         // =0xffffffffffffffff
	fmov	z0.s, #3.00000000
	mov	x10, x0
	inch	x9
	ptrue	p0.s
	ands	x9, x2, x9
	csel	x8, x8, x9, eq
	mov	x9, x1
	sub	x8, x2, x8
	mov	x11, x8
.LBB4_3:
	ld2w	{ z1.s, z2.s }, p0/z, [x9]
	dech	x11
	ld2w	{ z3.s, z4.s }, p0/z, [x9, #2, mul vl]
	incb	x9, all, mul #4
	fmul	z1.s, z1.s, z0.s
	fmul	z2.s, z3.s, z0.s
	str	z1, [x10]
	str	z2, [x10, #1, mul vl]
	incb	x10, all, mul #2
	cbnz	x11, .LBB4_3
	b	.LBB4_5
.LBB4_4:
	mov	x8, xzr
.LBB4_5:
	fmov	s0, #3.00000000
	add	x9, x0, x8, lsl #2
	add	x10, x1, x8, lsl #3
	sub	x8, x2, x8
.LBB4_6:
	ldr	s1, [x10], #8
	subs	x8, x8, #1
	fmul	s1, s1, s0
	str	s1, [x9], #4
	b.ne	.LBB4_6
.LBB4_7:
	ret
	.size	stride2, .-stride2

	.type	gather,@function
gather:
	cbz	x3, .LBB5_8
	cmp	x3, #4
	b.hs	.LBB5_3
	mov	x8, xzr
	b	.LBB5_6
.LBB5_3:
	and	x8, x3, #0xfffffffffffffffc
	add	x9, x2, #8
	add	x10, x0, #8
	and	x11, x3, #0xfffffffffffffffc
.LBB5_4:
	ldpsw	x12, x13, [x9, #-8]
	subs	x11, x11, #4
	ldr	s0, [x1, x12, lsl #2]
	ldr	s1, [x1, x13, lsl #2]
	ldpsw	x12, x14, [x9], #16
	stp	s0, s1, [x10, #-8]
	ldr	s2, [x1, x12, lsl #2]
	ldr	s0, [x1, x14, lsl #2]
	stp	s2, s0, [x10], #16
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

