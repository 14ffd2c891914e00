# Characters of UTF-8: bytes that continue none are counted.
# lacking: sandybridge ivybridge
# measured: znver5 2.00
.Lutf8_length:
	vmovdqu	(%rsi), %ymm1
	vpcmpgtb	%ymm0, %ymm1, %ymm1
	vpsubb	%ymm1, %ymm2, %ymm2
	addq	$32, %rsi
	decq	%rcx
	jne	.Lutf8_length
