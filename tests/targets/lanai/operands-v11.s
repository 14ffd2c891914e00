! arguments: -mtriple=lanai -mcpu=v11 -iterations=2 -show-encoding
	add	%r3, %r4, %r5
	add.ne	%r7, %r5, %r5
	addc.f	r3, 0xffff0000, r4
	and	%r3, 0xffff1234, %r4
	and.f	%r3, 0x1234ffff, %r4
	or	%r3, lo(sym + 4), %r3
	mov	hi(sym), %r3
	mov	sym, %r8
	mov	0x1fffff, %r8
	mov	-1, %r9
	mov	%r3, %rv
	sub.f	%r3, 0x10, %r0
	sel.eq	%r1, %r2, %r3
	sh	%r3, -4, %r5
	sha.f	%r3, %r4, %r5
	popc	%r3, %r5
	leadz	%r3, %r5
	trailz	%r3, %r5
	nop
