# A sum that is kept in memory: loaded, added to and stored in each iteration.
# measured: graniterapids 10.00
.Lsum_in_memory:
	movsd	(%rdi), %xmm0
	addsd	%xmm1, %xmm0
	addsd	%xmm1, %xmm0
	movsd	%xmm0, (%rdi)
	decq	%rcx
	jne	.Lsum_in_memory
