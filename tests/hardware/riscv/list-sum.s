# Expected: the latency of a load, four cycles.
# expected: sifive-p670 chain
.Llist_sum:
	ld	a2, 8(a0)
	ld	a0, 0(a0)
	add	a1, a1, a2
	bnez	a0, .Llist_sum
