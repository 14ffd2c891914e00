@ arguments: -mtriple=armv7 -mcpu=cortex-a9 -mattr=+neon -iterations=3 -timeline -resource-pressure=false
@ A vector instruction issues at dispatch, as its unit has no buffer, even if its other unit is busy. That one becomes free
@ no later.
	strb	r6, [lr, #-149]!
	vadd.i32	q9, q8, q9
	vsub.i64	d30, d4, d20
	ldr	r1, [r2]
	vmul.i32	q0, q1, q2
	str	r3, [r4], #4
	vmax.u8	q9, q14, q2
