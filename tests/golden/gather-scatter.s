# Indexed loads and stores, masked by a vector and by a mask register.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -iterations=10
	vpcmpeqd	%ymm2, %ymm2, %ymm2
	vmovdqu	(%rsi), %ymm1
	vpgatherdd	%ymm2, (%rdi,%ymm1,4), %ymm0
	vpcmpeqd	%ymm3, %ymm3, %ymm3
	vgatherdps	%ymm3, 16(%rdi,%ymm1,8), %ymm4
	vpcmpeqd	%xmm5, %xmm5, %xmm5
	vgatherqpd	%xmm5, (%rdi,%xmm1), %xmm6
	vpcmpeqd	%xmm7, %xmm7, %xmm7
	vpgatherqd	%xmm7, (,%ymm1,2), %xmm8
	vpaddd	%ymm0, %ymm4, %ymm4
	vmovdqu	%ymm4, (%rdx)
