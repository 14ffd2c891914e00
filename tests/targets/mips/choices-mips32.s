# arguments: -mtriple=mips-linux-gnu -mcpu=mips32 -instruction-tables
	.module	softfloat
	.module	hardfloat
	.set	push
	.set	mips64r2
	daddu	$4, $5, $6
	.set	noat
	.set	noreorder
	.set	nomacro
	lw	$1, 4($1)
	.set	pop
	.set	arch=octeon
	baddu	$4, $5, $6
	.set	mips0
	.set	counter, $8
	addiu	counter, counter, 1
	.set	at=$3
	lw	$4, symbol
	.cpload	$25
	.cprestore	16
	.gpword	symbol
	.set	fp=64
	.set	bopt
	.set	msa
	addv.w	$w0, $w1, $w2
