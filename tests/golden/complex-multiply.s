# Complex products, interleaved real and imaginary parts.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -instruction-tables
.Lcmul:
	vmovups	(%rdi), %ymm0
	vmovups	(%rsi), %ymm1
	vmovsldup	%ymm1, %ymm2
	vmovshdup	%ymm1, %ymm3
	vpermilps	$177, %ymm0, %ymm4
	vmulps	%ymm0, %ymm2, %ymm2
	vmulps	%ymm4, %ymm3, %ymm3
	vaddsubps	%ymm3, %ymm2, %ymm2
	vmovups	%ymm2, (%rdx)
	addq	$32, %rdi
	addq	$32, %rsi
	addq	$32, %rdx
	decq	%rcx
	jne	.Lcmul
