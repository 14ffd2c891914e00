@ arguments: -mtriple=armv8-linux-gnueabihf -mcpu=cortex-a57 -timeline -iterations=4 -bottleneck-analysis
.L2:
	vld1.32	{d16, d17}, [r0:128]!
	vld1.32	{d18, d19}, [r1]!
	vmla.f32	q10, q8, q9
	subs	r2, r2, #4
	bne	.L2
	vadd.f32	d20, d20, d21
	vpadd.f32	d20, d20, d20
	vmov	r0, s0
	bx	lr
