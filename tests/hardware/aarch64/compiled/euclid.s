// Expected: a division and the multiplication after it.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Leuclid:
	udiv	w9, w0, w1
	mov	w8, w1
	msub	w1, w9, w1, w0
	mov	w0, w8
	cbnz	w1, .Leuclid
