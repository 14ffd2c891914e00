# Expected: loads are waited for in the order of the program.
# expected: spacemit-x60 several parts
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_largest:
	sh2add	a3, a2, a0
	vsetvli	a4, a1, e8, mf2, ta, ma
	vle32.v	v10, (a3)
	vsetvli	zero, zero, e32, m2, tu, ma
	vmax.vv	v8, v10, v8
	sub	a1, a1, a4
	add	a2, a2, a4
	bnez	a1, .Lvector_largest
