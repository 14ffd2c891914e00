# Expected: loads are waited for in the order of the program.
# expected: spacemit-x60 several parts
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_dot_product:
	sh1add	a4, a3, a0
	vsetvli	a5, a2, e8, mf2, ta, ma
	vle16.v	v10, (a4)
	sh1add	a4, a3, a1
	vle16.v	v11, (a4)
	vsetvli	zero, zero, e16, m1, tu, ma
	vwmacc.vv	v8, v11, v10
	sub	a2, a2, a5
	add	a3, a3, a5
	bnez	a2, .Lvector_dot_product
