# The block loop of a 32-bit hash in Murmur's manner, and its final mix.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -iterations=250
.Lblock:
	imull	$-862048943, (%rdi), %eax
	roll	$15, %eax
	imull	$461845907, %eax, %eax
	xorl	%eax, %edx
	roll	$13, %edx
	leal	-430675100(%rdx,%rdx,4), %edx
	addq	$4, %rdi
	decq	%rsi
	jne	.Lblock
	movl	%edx, %eax
	shrl	$16, %eax
	xorl	%edx, %eax
	imull	$-2048144789, %eax, %eax
	movl	%eax, %edx
	shrl	$13, %edx
	xorl	%edx, %eax
