# Prefixes and encodings asked for by name; forms the assembler must choose among.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -instruction-tables
	{vex3} vaddps	%xmm0, %xmm1, %xmm2
	{vex2} vaddps	%xmm0, %xmm1, %xmm2
	{disp32} movl	8(%rdi), %eax
	{disp8} movl	(%rdi), %eax
	rex64 movl	%eax, %ecx
	data16 nop
	addr32 movl	(%eax), %ecx
	movl	%es:(%rdi), %eax
	rep nop
	repz ret
	notrack jmpq	*%rax
	mov	%eax, %ecx
	add	$1, %rax
	test	%al, %cl
	movq	%xmm0, %rax
	movd	%xmm0, %rax
	movabs	$5, %rcx
	push	%rax
	pop	%rcx
	ret
	call	target
	jmp	target
	movsx	%al, %ecx
	movzx	%ax, %rdx
	fadd
	fmulp
