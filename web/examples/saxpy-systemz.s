# y = a * x + y, as clang makes it for z14 and later: four elements at a time.
.Lloop:
	vl	%v2, 0(%r1,%r3)
	vl	%v3, 0(%r1,%r2)
	aghi	%r5, -4
	vfmasb	%v2, %v1, %v2, %v3
	vst	%v2, 0(%r1,%r2)
	la	%r1, 16(%r1)
	jlh	.Lloop
