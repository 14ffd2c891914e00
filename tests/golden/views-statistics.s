# Statistics of dispatch, schedulers, retirement and register files.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -all-stats -iterations=100
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -dispatch-stats -scheduler-stats -iterations=50
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -retire-stats -register-file-stats
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -all-stats -lqueue=3 -squeue=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -all-stats -register-file-size=14
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -all-stats -dispatch=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -all-stats
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -all-stats -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -scheduler-stats -dispatch-stats
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -all-stats -micro-op-queue-size=6
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -all-stats -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -register-file-stats -all-stats=false
.Lloop:
	movq	(%rdi), %rax
	movq	%rax, %rcx
	xorl	%edx, %edx
	imulq	%rcx, %rdx
	movq	%rdx, (%rsi)
	addsd	%xmm0, %xmm1
	movapd	%xmm1, %xmm2
	pxor	%xmm3, %xmm3
	divsd	%xmm2, %xmm4
	addq	$8, %rdi
	addq	$8, %rsi
	jmp	.Lloop
