# Twelve loads of vectors, of which each three read a word together: two begin in a cycle.
# measured: graniterapids 6.03
.Lloads_of_overlapping_words:
	vmovdqu	(%rdi), %xmm0
	vmovdqu	8(%rdi), %xmm1
	vmovdqu	4(%rdi), %xmm2
	vmovdqu	(%rdi), %xmm3
	vmovdqu	8(%rdi), %xmm4
	vmovdqu	4(%rdi), %xmm5
	vmovdqu	(%rdi), %xmm6
	vmovdqu	8(%rdi), %xmm7
	vmovdqu	4(%rdi), %xmm8
	vmovdqu	(%rdi), %xmm9
	vmovdqu	8(%rdi), %xmm10
	vmovdqu	4(%rdi), %xmm11
	decq	%rcx
	jne	.Lloads_of_overlapping_words
