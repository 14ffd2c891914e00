# The renamer splits what has an index only among the first three of a cycle.
# measured: graniterapids 1.99
.Lsplit_behind_others:
	nop
	nop
	nop
	vpavgb	(%rdi,%rax), %ymm0, %ymm1
	nop
	nop
	nop
	decq	%rcx
	jne	.Lsplit_behind_others
