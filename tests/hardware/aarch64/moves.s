// Moves that a renamer does. Expected: renaming where moves take no pipe, the integer pipes elsewhere.
.Lmoves:
	mov	x1, x2
	mov	x3, x1
	mov	x4, x3
	mov	x5, #0
	mov	x6, xzr
	mov	x2, x4
	subs	x0, x0, #1
	b.ne	.Lmoves
