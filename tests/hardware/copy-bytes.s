# Copying byte by byte: one load and one store.
# Published: one store and one taken branch: 1 cycle at least.
# measured: znver5 1.00
.Lcopy_bytes:
	movzbl	(%rsi), %eax
	movb	%al, (%rdi)
	incq	%rsi
	incq	%rdi
	decq	%rcx
	jne	.Lcopy_bytes
