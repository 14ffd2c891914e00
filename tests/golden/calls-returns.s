# Calls and returns draw warnings; the assumed latency of a call can be set.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1 -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -call-latency=20 -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -instruction-tables
	movl	%edi, %ebx
	callq	helper
	addl	%eax, %ebx
	callq	*%rdx
	callq	*8(%rdi)
	jmpq	*(%rax,%rcx,8)
	jmp	tail@PLT
	retq
	retq	$8
