# The old version of two functions. The other file has the new one.
#
# oxmca: check --mtriple=x86_64-unknown-linux-gnu --baseline=diff.baseline
# oxmca: loops --mtriple=x86_64-unknown-linux-gnu --mcpu=skylake
	.type	dot,@function
dot:
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%eax, %eax
.L2:
	vmovups	(%rdi,%rax), %xmm1
	vfmadd231ps	(%rsi,%rax), %xmm1, %xmm0
	addq	$16, %rax
	cmpq	%rdx, %rax
	jb	.L2
	retq
	.size	dot, .-dot
	.type	copy,@function
copy:
	movb	(%rsi), %al
	movb	%al, (%rdi)
	incq	%rsi
	incq	%rdi
	decq	%rdx
	jne	copy
	retq
	.size	copy, .-copy
	.type	gone,@function
gone:
	shrq	%rdi
	jne	gone
	retq
	.size	gone, .-gone
