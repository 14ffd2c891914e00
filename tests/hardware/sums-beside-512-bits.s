# Beside sums of 512 bits, those of 128 have two ports as well.
# measured: graniterapids 4.00
.Lsums_beside_512_bits:
	vpaddd	%zmm14, %zmm15, %zmm0
	vpaddd	%xmm14, %xmm15, %xmm1
	vpaddd	%xmm14, %xmm15, %xmm2
	vpaddd	%xmm14, %xmm15, %xmm3
	vpaddd	%zmm14, %zmm15, %zmm4
	vpaddd	%xmm14, %xmm15, %xmm5
	vpaddd	%xmm14, %xmm15, %xmm6
	vpaddd	%xmm14, %xmm15, %xmm7
	decq	%rcx
	jne	.Lsums_beside_512_bits
