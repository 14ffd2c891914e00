# Named regions, one with no name and one left out, with code between that is not analyzed.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -timeline -timeline-max-iterations=1 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -instruction-tables
	movl	%edi, %eax
# LLVM-MCA-BEGIN first
	addl	%esi, %eax
	imull	%eax, %eax
# LLVM-MCA-END
	movl	%eax, %ecx
# LLVM-MCA-BEGIN
	subl	%ecx, %edx
# LLVM-MCA-END
# LLVM-MCA-BEGIN nothing inside
# LLVM-MCA-END nothing inside
# LLVM-MCA-BEGIN a name of several words
	shll	$3, %edx
	leal	(%rdx,%rdx,4), %edx
# LLVM-MCA-END a name of several words
	retq
