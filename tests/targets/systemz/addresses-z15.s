# arguments: -mtriple=s390x-linux-gnu -mcpu=z15 -instruction-tables -show-encoding
	l	%r1, 4095
	l	%r1, 0(%r2)
	l	%r1, 0(0,%r2)
	l	%r1, 0(%r2,)
	l	1, 0(2,3)
	ly	%r1, -524288(%r2,%r3)
	sll	%r1, 3(%r4)
	mvc	0(256,%r1), 0
	mvck	0(%r1,%r2), 5(%r3), %r4
	tp	0(16)
	vscef	%v1, 8(%v31,%r2), 3
	vl	%f3, 0(%r1)
	lxr	%f0, %f13
	dsgr	%r6, %r7
	stam	%a0, %a15, 0(%r1)
	lctlg	%c0, %c15, 8(%r2)
	cdsg	%r2, %r4, 0(%r1)
