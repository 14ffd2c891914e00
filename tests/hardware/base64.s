# Six bits of four characters each out of three bytes.
# measured: znver3 2.68
# measured: graniterapids 2.00
.Lbase64:
	movl	(%rsi), %eax
	bswapl	%eax
	movl	%eax, %edx
	shrl	$26, %edx
	movzbl	(%rbx,%rdx), %edx
	movb	%dl, (%rdi)
	movl	%eax, %edx
	shrl	$20, %edx
	andl	$63, %edx
	movzbl	(%rbx,%rdx), %edx
	movb	%dl, 1(%rdi)
	addq	$3, %rsi
	addq	$2, %rdi
	decq	%rcx
	jne	.Lbase64
