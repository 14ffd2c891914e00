# The renamer splits two micro-ops in a cycle, not three.
# measured: graniterapids 1.99
.Lthree_splits:
	vpavgb	(%rdi,%rax), %ymm0, %ymm1
	vpavgb	(%rdi,%rax), %ymm0, %ymm1
	vpavgb	(%rdi,%rax), %ymm0, %ymm1
	nop
	decq	%rcx
	jne	.Lthree_splits
