# Idioms that break dependencies on general registers, as each family knows them.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -iterations=20
	imulq	%rsi, %rax
	xorl	%eax, %eax
	imulq	%rsi, %rax
	xorq	%rax, %rax
	imulq	%rsi, %rax
	subl	%eax, %eax
	imulq	%rsi, %rax
	subq	%rax, %rax
	imulq	%rsi, %rax
	sbbl	%eax, %eax
	imulq	%rsi, %rax
	sbbq	%rax, %rax
	imulq	%rsi, %rax
	cmpl	%eax, %eax
	cmpq	%rax, %rax
	xorw	%ax, %ax
	imulq	%rsi, %rax
	andl	$0, %eax
