// Expected: conversions to floats on one vector pipe.
// expected: neoverse-n1 ports
// expected: cortex-a72 ports
// expected: apple-a14 ports
.Lsamples_to_floats:
	ldp	q1, q2, [x11, #-16]
	subs	x12, x12, #16
	add	x11, x11, #32
	sshll2	v4.4s, v2.8h, #0
	sshll	v2.4s, v2.4h, #0
	scvtf	v4.4s, v4.4s
	scvtf	v2.4s, v2.4s
	sshll2	v3.4s, v1.8h, #0
	sshll	v1.4s, v1.4h, #0
	scvtf	v3.4s, v3.4s
	scvtf	v1.4s, v1.4s
	fmul	v1.4s, v1.4s, v0.s[0]
	fmul	v3.4s, v3.4s, v0.s[0]
	stp	q1, q3, [x10, #-32]
	fmul	v1.4s, v2.4s, v0.s[0]
	fmul	v2.4s, v4.4s, v0.s[0]
	stp	q1, q2, [x10], #64
	b.ne	.Lsamples_to_floats
