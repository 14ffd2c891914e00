# Eleven micro-ops with the branch, of which none needs a port: renaming alone.
# measured: znver5 1.37
# measured: znver3 2.00
.Lnops:
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	nopl	(%rax)
	decq	%rcx
	jne	.Lnops
