// Copy of bytes. Expected: the chain of the pointers, or what is renamed.
.Lbytes:
	ldrb	w3, [x1], #1
	strb	w3, [x0], #1
	subs	x2, x2, #1
	b.ne	.Lbytes
