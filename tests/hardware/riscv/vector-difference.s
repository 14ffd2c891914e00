# Expected: loads are waited for in the order of the program.
# expected: spacemit-x60 several parts
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_difference:
	vsetvli	a4, a2, e8, mf2, ta, ma
	add	a5, a0, a3
	vle8.v	v10, (a5)
	add	a5, a1, a3
	vle8.v	v11, (a5)
	vminu.vv	v12, v10, v11
	vmaxu.vv	v10, v10, v11
	vsub.vv	v10, v10, v12
	vsetvli	zero, zero, e16, m1, ta, ma
	vzext.vf2	v11, v10
	vsetvli	zero, zero, e16, m1, tu, ma
	vwaddu.wv	v8, v8, v11
	sub	a2, a2, a4
	add	a3, a3, a4
	bnez	a2, .Lvector_difference
