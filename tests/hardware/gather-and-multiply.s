# Eight numbers by indices that are read, each multiplied with one of its own.
# measured: graniterapids 5.24
.Lgather_and_multiply:
	vmovdqu	(%rsi,%rax), %ymm3
	vpcmpeqd	%ymm2, %ymm2, %ymm2
	vgatherdps	%ymm2, (%rdx,%ymm3,4), %ymm0
	vmulps	(%rdi,%rax), %ymm0, %ymm0
	vmovups	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%r8, %rax
	jne	.Lgather_and_multiply
