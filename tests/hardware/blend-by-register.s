# A choice of lanes by a register: on Skylake the blend begins a cycle of the renamer, so that nine slots take three cycles.
# measured: znver3 1.53
# measured: graniterapids 1.84
.Lblend_by_register:
	vmovups	(%rsi), %ymm1
	vcmpps	$1, (%rdx), %ymm1, %ymm2
	vblendvps	%ymm2, (%rdx), %ymm1, %ymm1
	vmovups	%ymm1, (%rdi)
	addq	$32, %rsi
	addq	$32, %rdi
	cmpq	%rcx, %rdi
	jne	.Lblend_by_register
