# Twelve loads of 32 bytes from the first halves of lines: two begin in a cycle.
# measured: graniterapids 6.04
.Lloads_of_one_half:
	vmovdqu	(%rdi), %ymm0
	vmovdqu	64(%rdi), %ymm1
	vmovdqu	128(%rdi), %ymm2
	vmovdqu	192(%rdi), %ymm3
	vmovdqu	(%rdi), %ymm4
	vmovdqu	64(%rdi), %ymm5
	vmovdqu	128(%rdi), %ymm6
	vmovdqu	192(%rdi), %ymm7
	vmovdqu	(%rdi), %ymm8
	vmovdqu	64(%rdi), %ymm9
	vmovdqu	128(%rdi), %ymm10
	vmovdqu	192(%rdi), %ymm11
	decq	%rcx
	jne	.Lloads_of_one_half
