# Filter a column: compare, compress to memory and to a register, expand back.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake-avx512
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=20
.Lfilter:
	vmovdqu32	(%rsi), %zmm0
	vpcmpnltd	%zmm8, %zmm0, %k1
	vpcompressd	%zmm0, %zmm1 {%k1} {z}
	vpcompressd	%zmm0, (%rdi) {%k1}
	kmovw	%k1, %eax
	popcntl	%eax, %eax
	leaq	(%rdi,%rax,4), %rdi
	vexpandps	(%rdx), %zmm2 {%k1} {z}
	vcompresspd	%ymm3, %ymm4 {%k1}
	vpexpandq	%zmm4, %zmm5 {%k1}
	addq	$64, %rsi
	cmpq	%rcx, %rsi
	jb	.Lfilter
