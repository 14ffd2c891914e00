@ arguments: -mtriple=armv8 -mcpu=cortex-a57 -all-views
	ldr	r0, [r1]
	ldr	r0, [r1, #4]
	ldr	r0, [r1, #-4]!
	ldr	r0, [r1], #4
	ldr	r0, [r1, r2]
	ldr	r0, [r1, -r2]
	ldr	r0, [r1, r2, lsl #2]
	ldr	r0, [r1, -r2, lsl #2]!
	ldr	r0, [r1], r2, lsr #3
	ldrb	r3, [r4, #255]
	ldrh	r3, [r4, #-2]
	ldrsh	r3, [r4, r5]
	ldrd	r6, r7, [r8], #8
	ldrex	r1, [r2]
	ldm	r0!, {r1-r5, lr}
	ldmdb	r0, {r1, r2, r3}
	pop	{r4, r5, pc}
	push	{r4-r11, lr}
	str	r0, [r1, r2, asr #5]!
	strb	r0, [r1], -r2
	strexd	r1, r2, r3, [r4]
	stmib	r0, {r1, r2}
	pld	[r0, r1, lsl #2]
	vldr	d0, [r0, #8]
	vstr	s3, [r1, #-12]
	vldmia	r0!, {d8-d15}
	vpush	{s16-s31}
	vld2.16	{d0, d1}, [r3:64]!
	vld3.16	{d0[2], d2[2], d4[2]}, [r2], r3
	vld4.32	{d0[], d1[], d2[], d3[]}, [r0:128]
	vst1.64	{d0, d1, d2, d3}, [sp:256]
	vst4.16	{d16, d18, d20, d22}, [r0], r1
