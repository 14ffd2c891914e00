// Expected: the latency of a load.
.Lchase:
	ldr	x0, [x0, #8]
	cbnz	x0, .Lchase
