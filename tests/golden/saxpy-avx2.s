# y = a * x + y with FMA, 16 elements a turn.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=500
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -timeline -timeline-max-iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -squeue=2 -iterations=40
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -noalias=false -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -dispatch=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids -timeline -timeline-max-iterations=2 -lqueue=3
.Lsaxpy:
	vmovups	(%rsi,%rcx), %ymm1
	vmovups	32(%rsi,%rcx), %ymm2
	vfmadd213ps	(%rdi,%rcx), %ymm0, %ymm1
	vfmadd213ps	32(%rdi,%rcx), %ymm0, %ymm2
	vmovups	%ymm1, (%rdi,%rcx)
	vmovups	%ymm2, 32(%rdi,%rcx)
	addq	$64, %rcx
	jnz	.Lsaxpy
