# Every second load is of bytes in two lines of the cache.
# measured: znver3 6.00
.Lloads_of_two_lines:
	movdqu	(%rsi), %xmm0
	movdqu	60(%rsi), %xmm1
	movdqu	64(%rsi), %xmm2
	movdqu	124(%rsi), %xmm3
	movdqu	192(%rsi), %xmm4
	movdqu	252(%rsi), %xmm5
	decq	%rcx
	jne	.Lloads_of_two_lines
