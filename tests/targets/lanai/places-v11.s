! arguments: -mtriple=lanai -mcpu=v11 -skip-unsupported-instructions=any
	! The end of a line that LLVM leaves to the next statement.
	add	%r1, %r2, %r3 nop
	st	%r9
	! Instructions have no place in the text, so that regions have none.
	bne	label
	bt	%r3
	sgt	%r9
