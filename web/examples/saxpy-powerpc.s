# y = a * x + y, as clang makes it for POWER9 and later: four elements at a time.
.Lloop:
	lxvx 2, 4, 7
	lxv 3, 0(8)
	addi 7, 7, 16
	xvmaddasp 3, 0, 2
	stxv 3, 0(8)
	addi 8, 8, 16
	bdnz .Lloop
