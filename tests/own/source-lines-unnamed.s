# Files that have a number and no name, lines without a number, and instructions of no line.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --lenient --source --instruction-info=false --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --source --instruction-info=false --resource-pressure=false
	nop
	.loc 7 3 1
	addq	%rdi, %rax
	.loc 7 0
	addq	%rax, %rdi
