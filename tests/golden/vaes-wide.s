# AES on whole vectors, and a wide GF(2) product.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake
	vmovdqu	(%rdi), %ymm0
	vmovdqu	32(%rdi), %ymm1
	vpxor	%ymm8, %ymm0, %ymm0
	vpxor	%ymm8, %ymm1, %ymm1
	vaesenc	%ymm9, %ymm0, %ymm0
	vaesenc	%ymm9, %ymm1, %ymm1
	vaesenclast	(%rsi), %ymm0, %ymm0
	vaesenclast	(%rsi), %ymm1, %ymm1
	vaesdec	%ymm10, %ymm2, %ymm2
	vaesdeclast	%ymm11, %ymm2, %ymm2
	vpclmulqdq	$1, %ymm3, %ymm4, %ymm5
	vmovdqu	%ymm0, (%rdx)
	vmovdqu	%ymm1, 32(%rdx)
