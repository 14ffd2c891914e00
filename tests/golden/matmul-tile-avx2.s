# Inner product step of a 4x2 register tile: two loads of B, four broadcasts of A, eight FMAs.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -iterations=300
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -timeline -timeline-max-iterations=2
.Ltile:
	vmovaps	(%rdx), %ymm12
	vmovaps	32(%rdx), %ymm13
	vbroadcastss	(%rsi), %ymm14
	vbroadcastss	(%rsi,%r8), %ymm15
	vfmadd231ps	%ymm12, %ymm14, %ymm0
	vfmadd231ps	%ymm13, %ymm14, %ymm1
	vfmadd231ps	%ymm12, %ymm15, %ymm2
	vfmadd231ps	%ymm13, %ymm15, %ymm3
	vbroadcastss	(%rsi,%r8,2), %ymm14
	vbroadcastss	(%rsi,%r9), %ymm15
	vfmadd231ps	%ymm12, %ymm14, %ymm4
	vfmadd231ps	%ymm13, %ymm14, %ymm5
	vfmadd231ps	%ymm12, %ymm15, %ymm6
	vfmadd231ps	%ymm13, %ymm15, %ymm7
	addq	$64, %rdx
	addq	$4, %rsi
	cmpq	%rcx, %rsi
	jne	.Ltile
