! A sum of words, as clang makes it, without the branch, of which LLVM's model knows nothing.
	ld	[%r6++], %r3
	sub.f	%r7, 0x1, %r7
	add	%r3, %rv, %rv
