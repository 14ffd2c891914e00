@ arguments: -mtriple=thumbv7em-none-eabihf -mcpu=cortex-m4 -timeline -iterations=2
	cmp	r0, #10
	itete	gt
	movgt	r1, #1
	movle	r1, #0
	addgt	r2, r2, r3
	suble.w	r2, r2, r3
	adds	r0, r1, r2
	add	r0, r1, r2
	adds	r0, #1
	add.w	r0, r1, r2, lsl #2
	addw	r0, r1, #4095
	movs	r0, #5
	mov	r8, r9
	lsls	r0, r1, #4
	lsr.w	r0, r1, r2
	muls	r0, r1, r0
	smlabb	r0, r1, r2, r3
	smmlar	r0, r1, r2, r3
	udiv	r0, r1, r2
	ldr	r0, [r1, #4]
	ldr	r0, [sp, #8]
	ldr.w	r0, [r1, r2, lsl #3]
	ldrd	r0, r1, [r2, #16]!
	strb	r0, [r1, #-4]
	ldm	r0!, {r1, r2, r3}
	push	{r4, r5, lr}
	pop.w	{r4-r8, pc}
	cbz	r0, target
	b	target
	bne.w	target
	tbb	[pc, r0]
	tbh	[r1, r2, lsl #1]
	msr	primask, r0
	mrs	r1, psp
	cpsid	i
	wfi
	vadd.f32	s0, s1, s2
	vmla.f32	s3, s4, s5
	vldr	s0, [r0, #4]
	vmov	r0, s0
