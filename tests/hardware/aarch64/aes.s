// Rounds of AES on one block. Expected: the chain of pairs.
.Laes:
	aese	v0.16b, v1.16b
	aesmc	v0.16b, v0.16b
	aese	v0.16b, v2.16b
	aesmc	v0.16b, v0.16b
	subs	x0, x0, #1
	b.ne	.Laes
