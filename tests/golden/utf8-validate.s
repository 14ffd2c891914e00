# One step of UTF-8 validation: classify by three nibble tables, check continuations.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -timeline -timeline-max-iterations=1
	movdqu	(%rdi), %xmm0
	pmovmskb	%xmm0, %eax
	testl	%eax, %eax
	je	.Lascii
	movdqa	%xmm0, %xmm1
	palignr	$15, %xmm7, %xmm1
	movdqa	%xmm1, %xmm2
	psrlw	$4, %xmm2
	pand	%xmm15, %xmm2
	pand	%xmm15, %xmm1
	movdqa	%xmm14, %xmm3
	pshufb	%xmm2, %xmm3
	movdqa	%xmm13, %xmm4
	pshufb	%xmm1, %xmm4
	pand	%xmm4, %xmm3
	movdqa	%xmm0, %xmm5
	psrlw	$4, %xmm5
	pand	%xmm15, %xmm5
	movdqa	%xmm12, %xmm4
	pshufb	%xmm5, %xmm4
	pand	%xmm4, %xmm3
	movdqa	%xmm0, %xmm6
	palignr	$14, %xmm7, %xmm6
	psubusb	%xmm11, %xmm6
	por	%xmm3, %xmm8
	pxor	%xmm6, %xmm8
	movdqa	%xmm0, %xmm7
.Lascii:
	ptest	%xmm8, %xmm8
	sete	%al
