# Expected: seven instructions in slots of four.
# expected: sifive-p670 front end
.Lhistogram:
	lbu	a3, 0(a0)
	addi	a0, a0, 1
	sh2add	a3, a3, a1
	lw	a4, 0(a3)
	addi	a4, a4, 1
	sw	a4, 0(a3)
	bne	a0, a2, .Lhistogram
