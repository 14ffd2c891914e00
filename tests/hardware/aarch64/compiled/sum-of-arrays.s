// Expected: an addition, a counter and three pointers on three integer pipes.
// expected: neoverse-n1 ports
// expected: neoverse-v1 ports
.Lsum_of_arrays:
	ldr	w8, [x0], #4
	subs	x3, x3, #1
	ldr	w9, [x1], #4
	add	w8, w9, w8
	str	w8, [x2], #4
	b.ne	.Lsum_of_arrays
