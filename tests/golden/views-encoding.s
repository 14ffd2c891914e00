# Encodings beside the instruction info.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -show-encoding -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -show-encoding -show-barriers -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -show-encoding -instruction-tables=full
	addl	$1, %eax
	addq	$1000, %r9
	movabsq	$-2, %r10
	movl	table(%rip), %ecx
	movl	%fs:0, %eax
	leaq	8(%r12,%r13,4), %rsp
	callq	helper
	je	.Lhere
	jmp	.Lfar
.Lhere:
	vaddps	(%rdi), %ymm9, %ymm10
	vpshufb	%xmm8, %xmm1, %xmm2
	crc32b	%r9b, %eax
	movups	%xmm9, 256(%rbp)
	bextrl	%eax, (%rdi), %ecx
	shldw	%cl, %ax, (%rdi)
	movq	%rax, %cr3
	lock cmpxchg16b	(%rdi)
	nopw	%cs:512(%rax,%rax)
	fldt	(%rax)
	xchgq	%rax, %r15
