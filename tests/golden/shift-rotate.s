# Shifts and rotates: by one, by a constant, by cl, through the carry, double, in memory.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -instruction-tables
	shll	%eax
	shlq	$3, %rcx
	shrl	%cl, %edx
	sarq	%cl, %rsi
	shlb	%cl, %dil
	sarw	$4, %r8w
	rolq	$7, %r9
	rorl	%r10d
	roll	%cl, %r11d
	rorw	%cl, %ax
	rcll	%ecx
	rcrq	%rdx
	rcll	$5, %esi
	rcrq	%cl, %rdi
	shldq	$9, %r8, %r9
	shrdl	%cl, %r10d, %r11d
	shll	(%rdi)
	shrq	$2, 8(%rdi)
	sarl	%cl, (%rdi)
	rolb	%cl, (%rdi)
	shldl	$3, %eax, (%rdi)
	shrdq	%cl, %rcx, (%rdi)
