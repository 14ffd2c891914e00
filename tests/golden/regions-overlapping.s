# Named regions may nest and overlap; each is analyzed by itself.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -iterations=10
# LLVM-MCA-BEGIN outer
	movl	(%rdi), %eax
# LLVM-MCA-BEGIN inner
	addl	%eax, %ecx
	imull	%ecx, %ecx
# LLVM-MCA-END inner
# LLVM-MCA-BEGIN crossing
	xorl	%ecx, %edx
# LLVM-MCA-END outer
	movl	%edx, (%rdi)
# LLVM-MCA-END crossing
