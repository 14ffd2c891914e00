# Address arithmetic: one, two and three parts, scales, widths, instruction-pointer relative.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake
	leaq	(%rdi), %rax
	leaq	8(%rdi), %rcx
	leaq	(%rdi,%rsi), %rdx
	leaq	(%rdi,%rsi,8), %r8
	leaq	5(%rdi,%rsi), %r9
	leaq	-5(%rdi,%rsi,4), %r10
	leaq	(,%rsi,4), %r11
	leaq	64(,%rsi,2), %rax
	leal	(%rdi,%rsi), %ecx
	leal	1(%edi,%esi,2), %edx
	leaw	2(%rdi), %r8w
	leaw	(%rdi,%rsi,8), %r9w
	leaq	table(%rip), %r10
	leaq	4096, %r11
	leaq	(%rbp,%rsi), %rax
	leaq	(%r13,%rsi), %rcx
	leal	7(%r13,%rsi,2), %edx
