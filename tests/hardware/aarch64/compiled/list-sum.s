// Expected: the latency of a load, four cycles.
// expected: neoverse-n1 chain
// expected: neoverse-v1 chain
.Llist_sum:
	ldp	x0, x9, [x0]
	add	x8, x9, x8
	cbnz	x0, .Llist_sum
