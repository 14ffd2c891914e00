// Dot product of doubles, one sum. Expected: the chain of the sum, which waits for the addend only: two cycles on Neoverse N1.
.Ldot:
	ldr	d1, [x0, x3, lsl #3]
	ldr	d2, [x1, x3, lsl #3]
	fmadd	d0, d1, d2, d0
	add	x3, x3, #1
	cmp	x3, x2
	b.ne	.Ldot
