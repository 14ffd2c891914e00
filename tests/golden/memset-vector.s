# Fill with one byte value: broadcast, overlapping head and tail, then the aligned body.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -squeue=3 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server
	vmovd	%esi, %xmm0
	vpbroadcastb	%xmm0, %ymm0
	vmovdqu	%ymm0, (%rdi)
	vmovdqu	%ymm0, -32(%rdi,%rdx)
	leaq	32(%rdi), %rcx
	andq	$-32, %rcx
.Lbody:
	vmovdqa	%ymm0, (%rcx)
	vmovdqa	%ymm0, 32(%rcx)
	addq	$64, %rcx
	cmpq	%r8, %rcx
	jb	.Lbody
	vzeroupper
