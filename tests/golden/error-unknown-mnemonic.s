# Mnemonics that do not exist, or not for this CPU: the diagnostics, and what skipping leaves.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -skip-unsupported-instructions=parse-failure -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -skip-unsupported-instructions=lack-sched
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -skip-unsupported-instructions=any -iterations=5
	addl	%eax, %ecx
	frobnicate	%eax, %ecx
	vpaddd	%zmm0, %zmm1, %zmm2
	addz	$1, %eax
	.nosuchdirective 4
	subl	%ecx, %edx
