# y = a * x + y with vectors of any length.
saxpy:
	vsetvli	t0, a0, e32, m4, ta, ma
	vle32.v	v0, (a1)
	sub	a0, a0, t0
	slli	t1, t0, 2
	add	a1, a1, t1
	vle32.v	v8, (a2)
	vfmacc.vf	v8, fa0, v0
	vse32.v	v8, (a2)
	add	a2, a2, t1
	bnez	a0, saxpy
