# A load is not one micro-op with a shuffle by a constant or a shift of memory on Skylake.
# measured: znver3 3.01
# measured: graniterapids 1.85
.Lloads_with_immediates:
	vpshufd	$0x1b, (%rsi), %ymm0
	vpermq	$0x4e, 32(%rsi), %ymm1
	vpaddd	64(%rsi), %ymm0, %ymm0
	sarl	$3, (%rdi)
	addq	$96, %rsi
	addq	$4, %rdi
	cmpq	%rdx, %rsi
	jne	.Lloads_with_immediates
