# arguments: -mtriple=mipsel-linux-gnu -mcpu=mips32r2 -mattr=+micromips -instruction-tables -show-encoding
	addiu	$sp, $sp, -32
	swm	$16-$17, $ra, 20($sp)
	swm	$16, $17, sym
	li16	$2, 12
	addu16	$2, $3, $4
	lw	$3, 4($gp)
	movep	$5, $6, $2, $3
	beqz16	$2, 20
	b	target
	jal	function
	lwm	$16, $17, $ra, 20($sp)
	jraddiusp	32
	li	$4, 0x12345678
