// Expected: a chain of two cycles through the flags and the selection.
.Lselect:
	cmp	x1, x2
	csel	x1, x3, x1, lt
	subs	x0, x0, #1
	b.ne	.Lselect
