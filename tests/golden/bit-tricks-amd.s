# Bit manipulation and vector operations only AMD's Bulldozer line has: TBM, XOP, FMA4.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -instruction-tables=full
	blcfilll	%edi, %eax
	blcicq	%rsi, %rcx
	tzmskl	(%rdi), %edx
	t1mskcl	%eax, %ecx
	bextrl	$1029, %edi, %eax
	vpcmov	%xmm0, %xmm1, %xmm2, %xmm3
	vpperm	(%rsi), %xmm1, %xmm2, %xmm3
	vprotd	$7, %xmm0, %xmm1
	vpshlq	%xmm0, %xmm1, %xmm2
	vpmacsdd	%xmm0, %xmm1, %xmm2, %xmm3
	vphaddbw	%xmm0, %xmm1
	vpcomltd	%xmm0, %xmm1, %xmm2
	vfrczps	%ymm0, %ymm1
	vfmaddps	%ymm0, (%rsi), %ymm2, %ymm3
	vfnmsubsd	%xmm0, %xmm1, %xmm2, %xmm3
	vpermil2ps	$1, %xmm0, %xmm1, %xmm2, %xmm3
