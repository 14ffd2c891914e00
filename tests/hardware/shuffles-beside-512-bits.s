# A load of 512 bits closes port 1 for vectors: ten shuffles have one port.
# measured: graniterapids 10.00
.Lshuffles_beside_512_bits:
	vmovdqu64	(%rdi), %zmm0
	vpshufd	$3, %xmm15, %xmm1
	vpshufd	$3, %xmm15, %xmm2
	vpshufd	$3, %xmm15, %xmm3
	vpshufd	$3, %xmm15, %xmm4
	vpshufd	$3, %xmm15, %xmm5
	vpshufd	$3, %xmm15, %xmm6
	vpshufd	$3, %xmm15, %xmm7
	vpshufd	$3, %xmm15, %xmm8
	vpshufd	$3, %xmm15, %xmm9
	vpshufd	$3, %xmm15, %xmm10
	decq	%rcx
	jne	.Lshuffles_beside_512_bits
