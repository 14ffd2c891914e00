# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4 -json
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -json -all-views -all-stats
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake -json -all-views -all-stats -iterations=7 -timeline-max-iterations=2 -timeline-max-cycles=9
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=atom -json -all-views
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver2 -json -instruction-tables
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver2 -json -instruction-tables=full -show-encoding -show-barriers
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -json -dispatch=1 -noalias=0 -lqueue=2 -squeue=3 -register-file-size=20 -micro-op-queue-size=8 -decoder-throughput=2 -bottleneck-analysis
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -json -summary-view=0 -instruction-info=0 -resource-pressure=0
# Names need escapes, and one is not closed.
# LLVM-MCA-BEGIN first "quoted" \ back	tab é
	imull	%eax, %ebx
	addl	(%rdi), %ebx
	divps	%xmm0, %xmm2
	movl	%ebx, (%rdi)
# LLVM-MCA-END first "quoted" \ back	tab é
# LLVM-MCA-BEGIN
	addl	$0x10, %ecx
	leaq	table+8(%rip), %rdx
# LLVM-MCA-END
# LLVM-MCA-BEGIN open
	mulq	(%rsi)
	adcq	%rdx, %rcx
