# arguments: -mtriple=powerpc64le-unknown-linux-gnu -mcpu=pwr9 -iterations=1 -show-encoding
	.abiversion 2
	.machine "power9"
	.globl	f
	.type	f,@function
f:
	addis	2, 12, .TOC.-f@ha
	addi	2, 2, .TOC.-f@l
	.localentry	f, .-f
	addis	3, 2, x@toc@ha
	lwz	3, x@toc@l(3)
	ld	4, y@got(2)
	addis	5, 2, z@got@tprel@ha
	ld	5, z@got@tprel@l(5)
	add	5, 5, z@tls
	addi	6, 13, w@tprel@l
	lis	7, (x + 65536)@h
	lis	8, x+4@highera
	ori	8, 8, x@l
	li	9, lab - f
lab:
	bl	__tls_get_addr(x@tlsgd)
	nop
	cmplwi	cr1, %r3, 7
	lfd	%f1, 8(%r1)
	vaddubm	%v1, %v2, %v3
	xxlor	%vs1, %vs40, %vs63
	.word	1, 2
	.llong	x
	.tc	x[TC], x
