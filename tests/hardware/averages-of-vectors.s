# Load, split load and average, store: eight slots for seven micro-ops, since a split one waits for a cycle.
# measured: graniterapids 1.33
.Laverages_of_vectors:
	vmovups	(%r8,%rax), %ymm0
	vpavgb	(%rdi,%rax), %ymm0, %ymm0
	vmovups	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	andq	$8191, %rax
	decq	%rcx
	jne	.Laverages_of_vectors
