# Expected: the latency of a load, four cycles.
# expected: sifive-p670 chain
.Lpointers:
	mv	a1, a0
	ld	a0, 0(a0)
	bnez	a0, .Lpointers
