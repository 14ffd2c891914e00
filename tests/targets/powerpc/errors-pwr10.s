# arguments: -mtriple=powerpc64le -mcpu=pwr10
	addd	3, 4, 5
	add	3, 4
	add	3, 4, 32
	lwz	3, 4
	lwz	3, 4, 5
	lwz	3, 32768(4)
	lwz	3, 8(32)
	lwz	3, 8(x)
	lwz	3, 8(%x)
	lwz	3, 8(4
	ld	3, 2(4)
	b	3
	bc	12, 4*cr8+eq, target
	rlwinm	3, 4, 5
	ori	3, 4, x@l+y@ha
	ori	3, 4, (x@l)@ha
	ori	3, 4, x@nothing
	addi	3, 4, 5@toc
	addi	3, 4, *
	add	3 4 5
	dss	3
	.machine
	.llong	"x"
	.word	65536
	.localentry 5
