# Halves of vectors change places, are taken out and put in.
# measured: znver3 4.00
.Lhalves_exchanged:
	vperm2i128	$0x31, %ymm1, %ymm2, %ymm8
	vextracti128	$1, %ymm1, %xmm9
	vinserti128	$1, %xmm1, %ymm2, %ymm10
	vpbroadcastd	%xmm1, %ymm11
	vpshufd	$1, %ymm1, %ymm12
	vpshufd	$1, %ymm1, %ymm13
	decq	%rcx
	jne	.Lhalves_exchanged
