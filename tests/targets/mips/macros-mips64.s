# arguments: -mtriple=mips64-linux-gnuabi64 -mcpu=mips64 -instruction-tables
	dror	$4, $5, 3
	dror	$4, $5, -3
	drol	$4, $5, -9
	li.s	$f10, sym
	li.d	$f10, %lo(sym)
	li.d	$4, sym
	bgtu	$0, $9, -4
	bltu	$9, $0, -4
	bltu	$0, $0, 4
	bgtu	$0, 5, 8
	bleu	$0, $9, label
	bgeul	$0, $9, label
	bgtl	$0, $9, label
label:
