// Expected: two additions, a counter and a pointer on three integer pipes.
// expected: neoverse-n1 ports
// expected: neoverse-v1 front end
.Ladler:
	ldrb	w10, [x0], #1
	subs	x1, x1, #1
	add	w9, w9, w10
	add	w8, w9, w8
	b.ne	.Ladler
