# An instruction that only some CPUs have a model of.
	vp2intersectd	(%rax), %zmm1, %k0
