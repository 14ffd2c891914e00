# Features switched off and on by -mattr, and the forms the assembler then takes or refuses.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -iterations=2 -mattr=-avx2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -iterations=2 -mattr=-avx
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=2 -mattr=+avx512f,+avx512vl -skip-unsupported-instructions=lack-sched
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=2 -mattr=-avx512vl,-bmi2 -skip-unsupported-instructions=any
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=x86-64 -iterations=2 -mattr=+avx2,+bmi2,+fma
	addl	%eax, %ecx
	vaddps	%xmm0, %xmm1, %xmm2
	vpaddd	%ymm0, %ymm1, %ymm2
	shlxl	%eax, %ecx, %edx
	vpaddd	%xmm16, %xmm1, %xmm2
	vfmadd213ps	%xmm0, %xmm1, %xmm2
	popcntl	%eax, %ecx
