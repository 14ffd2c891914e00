# Bit manipulation of BMI1, BMI2, ABM and the instructions before them.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -instruction-tables
	andnl	%esi, %edi, %eax
	blsrq	%rdi, %rcx
	blsil	%esi, %edx
	blsmskq	(%rdi), %r8
	bextrl	%esi, (%rdi), %r9d
	bzhiq	%rsi, %rdi, %r10
	pdepq	%rsi, %rdi, %r11
	pextq	(%rsi), %rdi, %rax
	tzcntl	%edi, %ecx
	lzcntq	(%rsi), %rdx
	popcntq	%rdi, %r8
	popcntw	%si, %r9w
	shlxq	%rdi, %rsi, %r10
	sarxl	%edi, (%rsi), %r11d
	shrxq	%rax, %rcx, %rdx
	rorxl	$5, %edi, %eax
	bsrl	%edi, %ecx
	bsfq	(%rsi), %rdx
	btl	$3, %edi
	btq	%rdi, %rsi
	btsl	%edi, %esi
	btrl	$31, %eax
	btcq	$40, %rcx
	btw	$2, (%rdi)
	bswapl	%eax
	bswapq	%rcx
	movbel	(%rdi), %eax
	movbeq	%rcx, (%rsi)
