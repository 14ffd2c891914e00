@ arguments: -mtriple=armv7 -mcpu=cortex-a9 -timeline -iterations=2 -skip-unsupported-instructions=any
	ldr	r0, [r1, r2, lsl #2]
	ldr	r0, [r1, r2, lsr #3]
	add	r0, r0, r1, lsl #1
	add	r0, r0, r1, lsl #3
	ldm	r3, {r4, r5, r6, r7, r8}
	ldmia	r3!, {r4, r5}
	vldmia	r9, {d8, d9, d10}
	mul	r0, r1, r2
	smlal	r0, r1, r2, r3
	bl	function
	movs	r0, r1, lsl #4
	add	r0, r1, pc
