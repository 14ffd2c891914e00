# An instruction without scheduling data is skipped wherever it was written.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=10 -skip-unsupported-instructions=lack-sched
.macro wide
	vpermd	%ymm0, %ymm1, %ymm2
	vaddps	%xmm2, %xmm0, %xmm3
.endm
	wide
