# Expected: loads are waited for in the order of the program.
# expected: spacemit-x60 several parts
# lacking: spacemit-x100 xiangshan-nanhu
.Lvector_clamp:
	sh1add	a5, a2, a0
	vsetvli	a6, a1, e16, m2, ta, ma
	vle16.v	v8, (a5)
	vmax.vx	v8, v8, a3
	vmin.vx	v8, v8, a4
	sub	a1, a1, a6
	vse16.v	v8, (a5)
	add	a2, a2, a6
	bnez	a1, .Lvector_clamp
