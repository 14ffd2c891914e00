// Expected: loads and stores; the counters are taken for different ones.
.Lhistogram:
	ldrb	w2, [x0], #1
	ldr	w3, [x1, x2, lsl #2]
	add	w3, w3, #1
	str	w3, [x1, x2, lsl #2]
	subs	x4, x4, #1
	b.ne	.Lhistogram
