# Four lanes of multiply, rotate, multiply, in the manner of a 64-bit striped hash.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -decoder-throughput=2 -micro-op-queue-size=8
.Lstripe:
	movq	%r10, %rdx
	imulq	(%rdi), %rdx
	addq	%rdx, %rax
	rorxq	$33, %rax, %rax
	imulq	%r11, %rax
	movq	%r10, %rdx
	imulq	8(%rdi), %rdx
	addq	%rdx, %rbx
	rorxq	$33, %rbx, %rbx
	imulq	%r11, %rbx
	movq	%r10, %rdx
	imulq	16(%rdi), %rdx
	addq	%rdx, %rcx
	rolq	$31, %rcx
	imulq	%r11, %rcx
	movq	%r10, %rdx
	imulq	24(%rdi), %rdx
	addq	%rdx, %r8
	rorq	$33, %r8
	imulq	%r11, %r8
	addq	$32, %rdi
	cmpq	%rsi, %rdi
	jbe	.Lstripe
