# A region that is never ended runs to the end of the input.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -iterations=5
	addl	%eax, %ecx
# LLVM-MCA-BEGIN open
	subl	%eax, %ecx
	imull	%ecx, %eax
