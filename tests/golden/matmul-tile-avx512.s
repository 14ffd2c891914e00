# Double precision tile step: broadcasts folded into the multiply-adds.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512 -iterations=200
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=1000
.Ltile:
	vmovapd	(%rdx), %zmm24
	vmovapd	64(%rdx), %zmm25
	prefetcht0	512(%rdx)
	vfmadd231pd	(%rsi){1to8}, %zmm24, %zmm0
	vfmadd231pd	(%rsi){1to8}, %zmm25, %zmm1
	vfmadd231pd	8(%rsi){1to8}, %zmm24, %zmm2
	vfmadd231pd	8(%rsi){1to8}, %zmm25, %zmm3
	vfmadd231pd	16(%rsi){1to8}, %zmm24, %zmm4
	vfmadd231pd	16(%rsi){1to8}, %zmm25, %zmm5
	vfmadd231pd	24(%rsi){1to8}, %zmm24, %zmm6
	vfmadd231pd	24(%rsi){1to8}, %zmm25, %zmm7
	subq	$-128, %rdx
	addq	$32, %rsi
	decq	%rcx
	jnz	.Ltile
