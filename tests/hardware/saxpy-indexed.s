# The same with indexed addresses, which some processors do not keep in one micro-op.
# lacking: sandybridge ivybridge
.Lsaxpy_indexed:
	vmovups	(%rsi,%rax), %ymm1
	vfmadd213ps	(%rdi,%rax), %ymm0, %ymm1
	vmovups	%ymm1, (%rdi,%rax)
	addq	$32, %rax
	decq	%rcx
	jne	.Lsaxpy_indexed
