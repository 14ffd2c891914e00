# Twelve loads of 32 bytes from two lines and both their halves: three begin in a cycle.
# measured: graniterapids 4.00
.Lloads_of_both_halves:
	vmovdqu	(%rdi), %ymm0
	vmovdqu	64(%rdi), %ymm1
	vmovdqu	32(%rdi), %ymm2
	vmovdqu	96(%rdi), %ymm3
	vmovdqu	(%rdi), %ymm4
	vmovdqu	64(%rdi), %ymm5
	vmovdqu	32(%rdi), %ymm6
	vmovdqu	96(%rdi), %ymm7
	vmovdqu	(%rdi), %ymm8
	vmovdqu	64(%rdi), %ymm9
	vmovdqu	32(%rdi), %ymm10
	vmovdqu	96(%rdi), %ymm11
	decq	%rcx
	jne	.Lloads_of_both_halves
