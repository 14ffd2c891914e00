# FNV-1a, unrolled by two: a chain of xor and multiply.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=1000
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -timeline -timeline-max-iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
.Lfnv:
	movzbl	(%rdi), %ecx
	xorq	%rcx, %rax
	imulq	%r8, %rax
	movzbl	1(%rdi), %ecx
	xorq	%rcx, %rax
	imulq	%r8, %rax
	addq	$2, %rdi
	cmpq	%rsi, %rdi
	jne	.Lfnv
