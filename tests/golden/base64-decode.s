# Base64 decoding of 32 characters: table lookups by nibble, packing by multiply-adds.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids
.Ldecode:
	vmovdqu	(%rsi), %ymm0
	vpsrld	$4, %ymm0, %ymm1
	vpand	%ymm15, %ymm1, %ymm1
	vpand	%ymm15, %ymm0, %ymm2
	vpshufb	%ymm1, %ymm14, %ymm3
	vpshufb	%ymm2, %ymm13, %ymm4
	vptest	%ymm4, %ymm3
	jne	.Lbad
	vpcmpeqb	%ymm12, %ymm0, %ymm5
	vpaddb	%ymm5, %ymm1, %ymm5
	vpshufb	%ymm5, %ymm11, %ymm5
	vpaddb	%ymm0, %ymm5, %ymm0
	vpmaddubsw	%ymm10, %ymm0, %ymm0
	vpmaddwd	%ymm9, %ymm0, %ymm0
	vpshufb	%ymm8, %ymm0, %ymm0
	vpermd	%ymm0, %ymm7, %ymm0
	vmovdqu	%ymm0, (%rdi)
	addq	$32, %rsi
	addq	$24, %rdi
	subq	$32, %rdx
	ja	.Ldecode
.Lbad:
