# arguments: -mtriple=s390x-linux-gnu -mcpu=z14
	lgrx	%r1, %r2
	lgr	%r1
	lgr	%r1, %f2
	dsgr	%r1, %r2
	l	%r1, 4096(%r2)
	l	%r1, 0(%v2)
	mvc	0(%r1), 0(%r2)
	vgef	%v1, 0(%r2), 1
	j	3
	j	%r1
	lghi	%r1, 32768
	vn	%v1, %v2, %v32
	bpp	1, x, 0(%r1
	sllk	%r1, %r2
	.insn	foo, 1
	.machine pop
	vap	%v1, %v2, %v3, 256, 0
	sortl	%r2, %r4
