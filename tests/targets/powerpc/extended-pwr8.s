# arguments: -mtriple=powerpc64 -mcpu=pwr8 -show-encoding -iterations=10 -resource-pressure=false -skip-unsupported-instructions=lack-sched
	extlwi	3, 4, 5, 6
	inslwi.	3, 4, 5, 6
	insrwi	3, 4, 5, 6
	rotrwi	3, 4, 7
	clrlslwi	3, 4, 16, 8
	slwi	3, 4, 31
	srwi.	3, 4, 1
	rlwinm	3, 4, 5, 0xff0000ff
	rlwimi.	3, 4, 5, 0x00ff0000
	rlwnm	3, 4, 5, 0x80000000
	extrdi	3, 4, 20, 8
	insrdi	3, 4, 20, 8
	clrlsldi.	3, 4, 40, 8
	sldi	3, 4, 63
	srdi	3, 4, 0
	rotldi	3, 4, 12
	subi	3, 4, -5
	subis	3, 4, sym@ha
	subic.	3, 4, (a-b)
	dcbt	3, 4
	dcbt	3, 4, 8
	dcbtst	3, 4, 16
	dcbfl	3, 4
	la	3, 16(4)
	mfctr	3
	mtlr	5
	mftb	6
	crclr	6
	crnot	4*cr1+eq, lt
	isel	3, 4, 5, 4*cr7+un
	mtocrf	0x10, 3
	mfocrf	4, 0x80
	mtcr	5
	li	3, -1
	lis	3, 65536@ha
	lis	4, x@highesta
	nop
	not	3, 4
