// Sum of 64-bit integers. Expected: one iteration a cycle on wide cores, where the sum and the pointer are chains of one cycle; a
// load and what needs it three cycles later on Cortex-A53.
.Lsum:
	ldr	x2, [x0], #8
	add	x1, x1, x2
	cmp	x0, x3
	b.ne	.Lsum
