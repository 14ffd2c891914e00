# Kernels in which loads may read what stores before them wrote.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -noalias=false

# LLVM-MCA-BEGIN sum in memory
# advice: no_alias
.L1:
        addq    %rax, (%rdi)
        decq    %rcx
        jne     .L1
# LLVM-MCA-END
# LLVM-MCA-BEGIN sum in a register
.L2:
        addq    %rax, %rdx
        decq    %rcx
        jne     .L2
# LLVM-MCA-END
