# arguments: -mtriple=mips64el-linux-gnuabi64 -mcpu=mips64r2 -instruction-tables -show-encoding
	li	$4, 0x12345678
	dli	$4, 0x123456789abcdef0
	dla	$5, symbol+8
	lw	$6, symbol($7)
	sd	$6, 0x12348($7)
	div	$8, $9, $10
	ddivu	$8, $9, 100
	rem	$8, $9, $10
	blt	$4, $5, target
	bgeu	$4, 77, target
	beq	$4, 0x12345, target
	rol	$4, $5, 3
	drol	$4, $5, 40
	seq	$4, $5, $6
	sne	$4, $5, 9
	sle	$4, $5, $6
	sgt	$4, $5, 0x12345
	abs	$4, $5
	ush	$4, 1($5)
	mulo	$4, $5, $6
	li.d	$f4, 1.5
	li.s	$4, 1.25
	.option	pic2
	dla	$25, function
	lw	$4, symbol
	b	target
	jal	function
