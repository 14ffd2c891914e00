# Instructions the assembler accepts and the scheduling model does not know.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -mattr=+avx2 -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -mattr=+avx2 -skip-unsupported-instructions=lack-sched -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -mattr=+avx512f -skip-unsupported-instructions=any -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -mattr=+avx512f,+avx512vl
	addl	%eax, %ecx
	vpaddd	%ymm0, %ymm1, %ymm2
	vpsllvd	%xmm0, %xmm1, %xmm2
	subl	%eax, %ecx
