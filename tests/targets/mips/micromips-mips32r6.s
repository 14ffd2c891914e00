# arguments: -mtriple=mips-linux-gnu -mcpu=mips32r6 -mattr=+micromips -instruction-tables -show-encoding
	ldc2	$28, sym
	sdc2	$3, sym+4
	lwc2	$4, 64($5)
	swc2	$4, -1024($5)
	lwm32	$16, $17, sym
	lwp	$2, sym
	lw16	$2, 4($3)
