// Expected: seven instructions need two fetches of four, more than the loads, the store and the vector work.
// expected: neoverse-n1 front end
// expected: cortex-a72 front end
// expected: apple-a14 front end
.Lshorter_paths:
	ldr	q1, [x9], #16
	subs	x11, x11, #4
	ldr	q2, [x10]
	add	v1.4s, v1.4s, v0.4s
	smin	v1.4s, v2.4s, v1.4s
	str	q1, [x10], #16
	b.ne	.Lshorter_paths
