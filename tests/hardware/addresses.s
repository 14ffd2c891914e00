# Arithmetic with lea: two and three components, with and without a factor.
# measured: znver5 5.00
# measured: znver3 5.00
.Laddresses:
	leaq	1(%rax), %rax
	leaq	(%rax,%rax,2), %rdx
	leaq	7(%rdx,%rdx,4), %rbx
	leaq	(%rbx,%rdx), %rax
	decq	%rcx
	jne	.Laddresses
