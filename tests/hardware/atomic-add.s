# An indivisible addition.
# measured: znver5 19.98
.Latomic_add:
	lock addq	$1, (%rdi)
	decq	%rcx
	jne	.Latomic_add
