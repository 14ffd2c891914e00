# Expected: loads are waited for in the order of the program.
# expected: spacemit-x60 several parts
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_characters:
	vsetvli	a4, a1, e8, m2, ta, ma
	add	a5, a0, a2
	vle8.v	v10, (a5)
	vmslt.vx	v0, v10, a3
	vsetvli	zero, zero, e8, m2, tu, mu
	vadd.vi	v8, v8, 1, v0.t
	sub	a1, a1, a4
	add	a2, a2, a4
	bnez	a1, .Lvector_characters
