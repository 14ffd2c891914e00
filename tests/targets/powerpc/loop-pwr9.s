# arguments: -mtriple=powerpc64le -mcpu=pwr9 -timeline -iterations=4 -resource-pressure=false
.Lloop:
	lxvd2x	34, 3, 6
	lxvd2x	35, 4, 6
	xvmaddadp	36, 34, 35
	ldx	7, 3, 6
	add.	8, 8, 7
	addi	6, 6, 16
	cmpld	6, 9
	blt+	.Lloop
