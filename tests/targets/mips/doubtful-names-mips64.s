# arguments: -mtriple=mips64el-linux-gnuabi64 -mcpu=generic -json -skip-unsupported-instructions=any
	add	$2,	$t4,	$t5
	.macro	twice reg
	add	\reg, \reg, $t6
	.endm
	twice	$2
	add.d	$f2, $t4, $f4
