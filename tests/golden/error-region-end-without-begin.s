# An end with nothing to end.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
	addl	%eax, %ecx
# LLVM-MCA-END
	subl	%eax, %ecx
