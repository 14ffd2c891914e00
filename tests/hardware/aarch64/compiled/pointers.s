// Expected: the latency of a load, four cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Lpointers:
	mov	x8, x0
	ldr	x0, [x0]
	cbnz	x0, .Lpointers
