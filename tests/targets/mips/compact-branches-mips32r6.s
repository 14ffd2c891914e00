# arguments: -mtriple=mips-linux-gnu -mcpu=mips32r6 -iterations=2 -show-encoding
	addiu	$4, $4, -1
	bnezc	$4, target
	beqc	$4, $5, target
	jrc	$31
	lwpc	$4, 8
	mul	$2, $3, $4
	sel.d	$f0, $f2, $f4
	bc	target
	bovc	$4, $5, target
