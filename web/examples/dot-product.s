# A dot product of floats as compilers write it
# without -ffast-math: each sum waits for the
# one before.
.Lloop:
	movss	(%rdi,%rax,4), %xmm1
	mulss	(%rsi,%rax,4), %xmm1
	addss	%xmm1, %xmm0
	incq	%rax
	cmpq	%rax, %rdx
	jne	.Lloop
