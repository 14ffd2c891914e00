# Expected: loads are waited for in the order of the program.
# expected: spacemit-x60 several parts
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_saxpy:
	sh2add	a4, a3, a0
	vsetvli	a5, a2, e32, m2, ta, ma
	vle32.v	v8, (a4)
	sh2add	a4, a3, a1
	vle32.v	v10, (a4)
	vfmacc.vf	v10, fa0, v8
	sub	a2, a2, a5
	vse32.v	v10, (a4)
	add	a3, a3, a5
	bnez	a2, .Lvector_saxpy
