# arguments: -mtriple=s390x-linux-gnu -mcpu=z16 -instruction-tables -output-asm-variant=1 -print-imm-hex
	lg	%r1, 8(%r2,%r3)
	mvc	0(4,%r1), 8(%r2)
	vgef	%v1, 16(%v2,%r3), 1
	brc	8, 16
	jhe	label
	aghik	%r1, %r2, -5
	lmg	%r6, %r15, 48(%r15)
