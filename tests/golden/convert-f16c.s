# Half precision in and out, with a scale between.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
.Lhalf:
	vcvtph2ps	(%rsi), %ymm0
	vcvtph2ps	16(%rsi), %xmm1
	vmulps	%ymm7, %ymm0, %ymm0
	vmulps	%xmm7, %xmm1, %xmm1
	vcvtps2ph	$0, %ymm0, (%rdi)
	vcvtps2ph	$4, %xmm1, %xmm2
	vmovq	%xmm2, 16(%rdi)
	addq	$24, %rsi
	addq	$24, %rdi
	decl	%ecx
	jne	.Lhalf
