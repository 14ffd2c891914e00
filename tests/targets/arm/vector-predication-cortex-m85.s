@ arguments: -mtriple=thumbv8.1m.main-none-eabi -mcpu=cortex-m85 -instruction-tables=full -skip-unsupported-instructions=any
	dlstp.32	lr, r2
.L1:
	vldrw.u32	q0, [r0], #16
	vldrw.u32	q1, [r1], #16
	vfma.f32	q2, q0, q1
	letp	lr, .L1
	vpste
	vaddt.i32	q0, q1, q2
	vsube.i32	q0, q1, q2
	vptt.s16	ge, q3, q4
	vmult.i16	q0, q1, q2
	vqaddt.s16	q0, q1, r3
	vcmp.i32	eq, q0, r1
	vpsel	q0, q1, q2
	vmladava.s16	r0, q1, q2
	vmlaldavx.s32	r0, r1, q1, q2
	vaddv.u8	r0, q1
	vminnmv.f32	r0, q1
	vshlc	q0, r1, #5
	vidup.u16	q0, r2, #4
	viwdup.u32	q0, r2, r3, #2
	vctp.16	r4
	vldrb.s16	q0, [r1, #-3]!
	vldrh.u32	q0, [r1, q2, uxtw #1]
	vldrw.u32	q0, [q1, #12]!
	vstrd.64	q0, [r1, q2]
	vld20.16	{q0, q1}, [r2]
	vst43.8	{q0, q1, q2, q3}, [r4]!
	vmov	q0[2], q0[0], r1, r2
	vmovlb.s8	q0, q1
	vqdmullt.s16	q0, q1, q2
	vcadd.f32	q0, q1, q2, #90
	vcmla.f16	q0, q1, q2, #270
	vdup.8	q0, r1
	vrev32.16	q0, q1
	cinc	r0, r1, ne
	csel	r0, r1, r2, eq
	cset	r3, lt
	sqrshrl	r0, r1, #64, r2
	lsll	r0, r1, #7
	wls	lr, r3, .L1
	le	.L1
	vscclrm	{s0-s3, vpr}
	clrm	{r0-r3, apsr}
