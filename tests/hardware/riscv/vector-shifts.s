# Expected: six operations, each two cycles for a register.
# expected: spacemit-x60 ports
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_shifts:
	sh2add	a3, a2, a0
	vsetvli	a4, a1, e32, m2, ta, ma
	vle32.v	v8, (a3)
	vsll.vi	v10, v8, 13
	vxor.vv	v8, v10, v8
	vsrl.vi	v10, v8, 17
	vxor.vv	v8, v10, v8
	vsll.vi	v10, v8, 5
	vxor.vv	v8, v10, v8
	sub	a1, a1, a4
	vse32.v	v8, (a3)
	add	a2, a2, a4
	bnez	a1, .Lvector_shifts
