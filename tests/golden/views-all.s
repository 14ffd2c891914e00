# All views together, in their order, and switched by the place of the option.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -all-views -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -all-views -timeline-max-iterations=2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -all-views -timeline=false -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -timeline -all-views=false -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -all-views=false -timeline -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -all-views -all-stats=false -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -register-file-stats -all-views -resource-pressure=false -timeline=false
	vmovups	(%rdi), %ymm0
	vmulps	%ymm1, %ymm0, %ymm0
	vaddps	%ymm0, %ymm2, %ymm2
	vmovups	%ymm2, (%rsi)
	addq	$32, %rdi
	addq	$32, %rsi
