# Shuffles: one port on Intel to Skylake.
# Published: four shuffles, one a cycle on Haswell to Skylake: 4 cycles; two on Ivy Bridge and Zen: 2.
# measured: znver5 2.00
# measured: znver3 2.00
.Lshuffle:
	pshufd	$0x1b, %xmm0, %xmm1
	pshufd	$0x4e, %xmm0, %xmm2
	pshufb	%xmm3, %xmm4
	punpcklbw	%xmm5, %xmm6
	decq	%rcx
	jne	.Lshuffle
