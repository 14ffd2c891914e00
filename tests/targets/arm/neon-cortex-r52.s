@ arguments: -mtriple=armv8r-none-eabi -mcpu=cortex-r52 -timeline -iterations=2 -skip-unsupported-instructions=any
	vadd.i32	q0, q1, q2
	vaddl.s16	q0, d1, d2
	vaddw.u8	q0, q1, d2
	vhadd.s8	d0, d1, d2
	vqadd.u64	q0, q1, q2
	vmlal.s16	q0, d1, d2[1]
	vqdmulh.s32	q0, q1, d2[0]
	vshl.i64	q0, q1, #33
	vshrn.i32	d0, q1, #5
	vqrshrun.s16	d0, q1, #8
	vsri.8	d0, d1, #3
	vceq.f32	q0, q1, #0
	vacge.f32	d0, d1, d2
	vand	q0, q1, q2
	vbic.i16	d0, #255
	vbsl	q0, q1, q2
	vmov.i8	q0, #17
	vmov.i64	d0, #0xff00ff00ff00ff00
	vmvn.i32	q0, #0xffff
	vmov.16	d0[2], r1
	vmov.u8	r0, d1[7]
	vdup.32	q0, d1[1]
	vdup.8	d0, r1
	vext.8	q0, q1, q2, #11
	vtrn.16	d0, d1
	vzip.8	q0, q1
	vtbl.8	d0, {d1, d2, d3}, d4
	vcvt.f32.u32	q0, q1, #7
	vrecpe.f32	d0, d1
	vrsqrts.f32	q0, q1, q2
	vpadd.i8	d0, d1, d2
	vpaddl.s16	q0, q1
	vrev64.8	q0, q1
	vcnt.8	d0, d1
	vswp	q0, q1
	vmaxnm.f32	q0, q1, q2
