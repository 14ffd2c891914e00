# Integer dot products of bytes and words, and bf16.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
.Ldot:
	vmovdqu64	(%rsi), %zmm1
	vpdpbusd	(%rdi), %zmm1, %zmm0
	vpdpwssd	%zmm1, %zmm2, %zmm3
	vpdpbusds	(%rdi){1to16}, %zmm1, %zmm4
	vpdpwssds	%ymm1, %ymm2, %ymm5 {%k1} {z}
	addq	$64, %rsi
	addq	$64, %rdi
	decq	%rcx
	jne	.Ldot
