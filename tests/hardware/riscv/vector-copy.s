# Expected: loads are waited for in the order of the program.
# expected: spacemit-x60 several parts
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_copy:
	sh3add	a4, a3, a0
	vsetvli	a5, a2, e64, m2, ta, ma
	vle64.v	v8, (a4)
	vnot.v	v8, v8
	sh3add	a4, a3, a1
	sub	a2, a2, a5
	vse64.v	v8, (a4)
	add	a3, a3, a5
	bnez	a2, .Lvector_copy
