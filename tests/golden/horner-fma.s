# A polynomial of degree five by Horner's rule: one long chain, scalar then packed.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -timeline -timeline-max-iterations=1
	vmovsd	(%rdi), %xmm0
	vmovsd	.Lc5(%rip), %xmm1
	vfmadd213sd	.Lc4(%rip), %xmm0, %xmm1
	vfmadd213sd	.Lc3(%rip), %xmm0, %xmm1
	vfmadd213sd	.Lc2(%rip), %xmm0, %xmm1
	vfmadd213sd	.Lc1(%rip), %xmm0, %xmm1
	vfmadd213sd	.Lc0(%rip), %xmm0, %xmm1
	vmovsd	%xmm1, (%rsi)
	vmovupd	(%rdi), %ymm2
	vmovapd	%ymm8, %ymm3
	vfnmadd213pd	%ymm4, %ymm2, %ymm3
	vfmsub213pd	%ymm5, %ymm2, %ymm3
	vfnmsub213pd	%ymm6, %ymm2, %ymm3
	vfmaddsub213pd	%ymm7, %ymm2, %ymm3
	vmovupd	%ymm3, (%rsi)
