# 32-bit code: absolute addresses, stack arguments, the encodings 64-bit mode lost.
# oxmca: -mtriple=i686-unknown-unknown -mcpu=sandybridge -iterations=10
# oxmca: -mtriple=i686-unknown-unknown -mcpu=atom -iterations=4
# oxmca: -mtriple=i686-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1 -iterations=10
# oxmca: -mtriple=i686-unknown-unknown -mcpu=znver4 -instruction-tables
	subl	$4, %esp
	movl	%ebp, (%esp)
	movl	%esp, %ebp
	movl	8(%ebp), %esi
	movl	12(%ebp), %ecx
	movl	counter, %eax
	addl	table(,%ecx,4), %eax
	incl	%eax
	decl	%ecx
	movl	$table+16, 4(%esp)
	movl	%eax, (%esp)
	calll	helper
	addl	$8, %esp
	aaa
	daa
	aam
	into
	pushal
	popal
	les	(%esi), %eax
	bound	%eax, (%esi)
	adcl	%edx, %edx
	sbbl	$0, 4(%esi)
	mull	%ecx
	fildll	(%esi)
	movsd	(%esi), %xmm0
	movw	%ds, %ax
	jecxz	.Lout
	leave
.Lout:
	retl
