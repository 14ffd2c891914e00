@ arguments: -mtriple=armv7 -mcpu=cortex-a9 -mattr=+neon -iterations=3
@ llvm-mca writes beyond its memory and mostly crashes: the unit for addresses is busy when the second instruction issues.
	str	r12, [lr]
	vmax.u8	q9, q14, q2
