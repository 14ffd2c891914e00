# arguments: -mtriple=mipsel-linux-gnu -mcpu=p5600 -skip-unsupported-instructions=any
	lw	$1, 0($1)
	div	$4, $0
	add.d	$f1, $f2, $f4
	addu	$4, $5
	addiu	$4, $5, 70000
	lw	$4, 8($5
	addu	$32, $4, $5
	unknown	$4
	move	$4, $5
	mul	$4, $5, $6
	sync	5
	ext	$4, $5, 33, 1
	la	$4, symbol
