# Gathers and scatters under a mask register.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -timeline -timeline-max-iterations=1 -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=5
	kxnorw	%k0, %k0, %k1
	vpgatherdd	(%rdi,%zmm1,4), %zmm0 {%k1}
	kxnorw	%k0, %k0, %k2
	vgatherqpd	8(%rdi,%zmm2,8), %zmm3 {%k2}
	vpaddd	%zmm0, %zmm4, %zmm0
	kxnorw	%k0, %k0, %k1
	vpscatterdd	%zmm0, (%rsi,%zmm1,4) {%k1}
	kxnorw	%k0, %k0, %k2
	vscatterqps	%ymm3, (%rsi,%zmm2,4) {%k2}
