# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -skip-unsupported-instructions=parse-failure
# oxmca: -mtriple=i686-unknown-linux-gnu -mcpu=btver2
# Instructions of one mode only.
	aaa
	pushl	%eax
	into
	pushq	%rax
	swapgs
	addl	%r8d, %eax
	movq	%rax, %rbx
	nop
