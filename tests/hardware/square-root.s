# Square roots, one after the other.
# measured: znver5 19.99
# measured: znver3 20.99
.Lsquare_root:
	sqrtsd	%xmm0, %xmm0
	decq	%rcx
	jne	.Lsquare_root
