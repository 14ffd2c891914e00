# FNV-1a: a hash in which each byte waits for a
# multiplication.
.Lhash:
	movzbl	(%rdi), %ecx
	xorq	%rcx, %rax
	imulq	%r8, %rax
	incq	%rdi
	cmpq	%rdi, %rsi
	jne	.Lhash
