# LLVM-MCA-BEGIN sum
addq (%rdi), %rax
addq $8, %rdi
# LLVM-MCA-END sum
# LLVM-MCA-BEGIN
imulq %rax, %rax
# LLVM-MCA-END
# LLVM-MCA-BEGIN again
addq (%rdi), %rax
addq $8, %rdi
# LLVM-MCA-END again
