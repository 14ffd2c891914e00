# y = a * x + y, as clang makes it; the last addition is in the branch's delay slot.
	.set	noreorder
.Lloop:
	lwc1	$f0, 0($5)
	mul.s	$f0, $f14, $f0
	lwc1	$f1, 0($4)
	add.s	$f0, $f0, $f1
	swc1	$f0, 0($4)
	daddiu	$4, $4, 4
	bne	$4, $2, .Lloop
	daddiu	$5, $5, 4
