! arguments: -mtriple=lanai -mcpu=generic -iterations=3 -timeline -show-encoding
	ld	[%r6], %r7
	ld	-4[%fp], %r7
	ld	[%r6++], %r7
	ld	[--%r6], %r8
	ld.h	2[*%r6], %r9
	uld.h	-2[%r6*], %r9
	uld.b	[%r6 add %r3], %r9
	ld.b	511[%r6], %r9
	ld	[*%r3 srl %r4], %r9
	ld	[%r3* sha %r4], %r9
	ld	[0x1ffffc], %r9
	ld	[sym], %r9
	ld	[lo(sym)], %r9
	ld	-4[%fp], %pc ! return
	st	%r9, [%r6++]
	st.b	%r9, 3[%r6]
	st.h	%r9, [%r6 sub %r7]
	st	%r9, [0x7]
