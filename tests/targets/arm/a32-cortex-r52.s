@ arguments: -mtriple=armv8r-none-eabi -mcpu=cortex-r52 -instruction-tables=full -skip-unsupported-instructions=any
	adds	r0, r1, r2, lsl #3
	adcne	r0, r1, r2, rrx
	add	r0, r1, #0xff000000
	sub	r0, #1
	rsb	r0, r1, r2, asr r3
	movw	r0, #4660
	movt	r0, #22136
	mvn	r0, #0
	mov	r0, r1, ror #8
	lsl	r0, r1, #31
	asrs	r0, r1, r2
	cmp	r0, #-1
	tst	r0, r1
	teq	r0, #5
	mul	r0, r1, r2
	mla	r0, r1, r2, r3
	umull	r0, r1, r2, r3
	smlalbt	r0, r1, r2, r3
	smuad	r0, r1, r2
	sdiv	r0, r1, r2
	clz	r0, r1
	rbit	r0, r1
	rev16	r0, r1
	bfi	r0, r1, #4, #8
	ubfx	r0, r1, #3, #5
	ssat	r0, #8, r1, asr #4
	usat16	r0, #7, r1
	sxtab	r0, r1, r2, ror #16
	uxth	r0, r1
	pkhtb	r0, r1, r2, asr #9
	sel	r0, r1, r2
	qadd	r0, r1, r2
	uadd8	r0, r1, r2
	mrs	r0, apsr
	msr	cpsr_fc, r0
	mrc	p15, #0, r1, c7, c10, #5
	mcrr	p14, #3, r0, r1, c4
	dmb	ish
	isb
	svc	#3
	blx	r3
	bl	function
	blt	function
	crc32b	r0, r1, r2
	vadd.f64	d0, d1, d2
	vmul.f32	s0, s1, s2
	vfma.f32	s0, s1, s2
	vdiv.f64	d3, d4, d5
	vsqrt.f32	s1, s2
	vcmp.f32	s0, #0
	vmrs	apsr_nzcv, fpscr
	vcvt.s32.f64	s0, d1
	vcvt.f32.s16	s0, s0, #3
	vmov	r0, r1, d2
	vmov.f32	s0, #1.5
	vseleq.f64	d0, d1, d2
	vrinta.f32	s0, s1
