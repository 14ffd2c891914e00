# Expected: the division.
# expected: spacemit-x60 ports
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_quotients:
	sh2add	a5, a4, a0
	vsetvli	a6, a3, e32, m2, ta, ma
	vle32.v	v8, (a5)
	sh2add	a5, a4, a1
	vle32.v	v10, (a5)
	vdiv.vv	v8, v8, v10
	sh2add	a5, a4, a2
	sub	a3, a3, a6
	vse32.v	v8, (a5)
	add	a4, a4, a6
	bnez	a3, .Lvector_quotients
