	mov	x1, #111
	.byte	213, 3, 32, 31
	add	x0, x0, x2
	mov	x1, #222
	.byte	213, 3, 32, 31
	// OSACA-BEGIN
	mul	x0, x0, x2
	// OSACA-END
	ret
