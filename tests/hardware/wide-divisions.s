# Divisions and roots of 32 bytes, which keep the divider.
# measured: znver3 16.76
.Lwide_divisions:
	vmovupd	(%rsi), %ymm0
	vdivpd	(%rdx), %ymm0, %ymm1
	vsqrtpd	%ymm1, %ymm1
	vdivps	%ymm2, %ymm3, %ymm4
	vmovupd	%ymm1, (%rsi)
	addq	$32, %rsi
	cmpq	%rdi, %rsi
	jne	.Lwide_divisions
