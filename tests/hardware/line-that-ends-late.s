# The last bytes of the loop are beyond a window of the micro-op cache.
# measured: znver3 3.00
# measured: graniterapids 2.11
.Lline_that_ends_late:
	movdqu	(%rsi), %xmm0
	movdqu	16(%rsi), %xmm1
	movdqa	%xmm0, %xmm2
	psrld	$25, %xmm2
	pslld	$7, %xmm0
	por	%xmm2, %xmm0
	movdqa	%xmm1, %xmm2
	psrld	$25, %xmm2
	pslld	$7, %xmm1
	por	%xmm2, %xmm1
	movdqu	%xmm0, 256(%rdx)
	movdqu	%xmm1, 272(%rdx)
	andn	%edi, %edi, %r8d
	decq	%rcx
	jne	.Lline_that_ends_late
