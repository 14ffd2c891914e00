@ arguments: -mtriple=thumbv8-linux-gnueabihf -mcpu=cortex-a57 -all-views -iterations=8
	adds	r0, r1, #7
	adds	r0, #200
	add	r0, sp, #16
	sub	sp, #24
	rsbs	r0, r1, #0
	it	ne
	bxne	lr
	orn	r0, r1, r2, lsl #4
	mvn	r0, #0xff00ff
	movw	r3, #65535
	ldr	r0, [pc, #8]
	ldr	r1, label
	ldrsb	r0, [r1, r2]
	strh	r7, [r6, #62]
	ldaexd	r0, r1, [r2]
	stlexh	r0, r1, [r2]
	ldrt	r0, [r1, #4]
	blx	r2
	uxtb	r0, r1
	uxtb.w	r0, r1, ror #8
	.arm
	ldrsb	r0, [r1], #3
	mov	r0, r1, lsl r2
	.thumb
	mov	r0, r1
	vmov.f64	d0, #-2.5
	vld1.8	{d0[3]}, [r1]
label:
	nop.w
