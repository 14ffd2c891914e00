# Regions that do not match: each kind of mistake is named at its place.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# LLVM-MCA-END
	addl	%eax, %ecx
# LLVM-MCA-BEGIN one
# LLVM-MCA-BEGIN one
	subl	%eax, %ecx
# LLVM-MCA-END two
# LLVM-MCA-BEGIN
	xorl	%eax, %ecx
