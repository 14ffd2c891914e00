# arguments: -mtriple=powerpc -mcpu=pwr8 -instruction-tables -show-encoding -skip-unsupported-instructions=lack-sched
	b	target
	b	.+8
	ba	1024
	beq	target
	bne-	2, target
	bgt+	cr7, 16
	bdnz	target
	bdnzt	4*cr1+lt, target
	bc	12, 2, target
	bca	4, 10, 64
	blr
	beqlr	3
	bctr
	bnectr-
	bctrl
	bl	func@plt
	bl	__tls_get_addr(x@tlsgd)@PLT+32768
	tweqi	3, 4
	trap
	sc
