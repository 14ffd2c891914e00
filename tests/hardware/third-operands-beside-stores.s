# Multiplications with additions, whose third operands are read through the pipes that give data to stores, beside stores.
# measured: znver5 8.00
.Lthird_operands_beside_stores:
	vmovaps	%ymm15, %ymm0
	vfmadd231ps	%ymm13, %ymm14, %ymm0
	vmovups	%ymm12, 0(%rsi)
	vmovaps	%ymm15, %ymm1
	vfmadd231ps	%ymm13, %ymm14, %ymm1
	vmovups	%ymm12, 32(%rsi)
	vmovaps	%ymm15, %ymm2
	vfmadd231ps	%ymm13, %ymm14, %ymm2
	vmovups	%ymm12, 64(%rsi)
	vmovaps	%ymm15, %ymm3
	vfmadd231ps	%ymm13, %ymm14, %ymm3
	vmovups	%ymm12, 96(%rsi)
	vmovaps	%ymm15, %ymm4
	vfmadd231ps	%ymm13, %ymm14, %ymm4
	vmovups	%ymm12, 128(%rsi)
	vmovaps	%ymm15, %ymm5
	vfmadd231ps	%ymm13, %ymm14, %ymm5
	vmovups	%ymm12, 160(%rsi)
	vmovaps	%ymm15, %ymm6
	vfmadd231ps	%ymm13, %ymm14, %ymm6
	vmovups	%ymm12, 192(%rsi)
	vmovaps	%ymm15, %ymm7
	vfmadd231ps	%ymm13, %ymm14, %ymm7
	vmovups	%ymm12, 224(%rsi)
	incq	%rax
	cmpq	%r15, %rax
	jne	.Lthird_operands_beside_stores
