# Kernels in which loads may read what stores before them wrote.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -noalias=false

# LLVM-MCA-BEGIN sum in memory
# limit: chain through memory
.L1:
        addq    %rax, (%rdi)
        decq    %rcx
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN prefix sum in memory
# limit: chain through memory
.L2:
        movss   (%rdi), %xmm0
        addss   4(%rdi), %xmm0
        movss   %xmm0, 4(%rdi)
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L2
# LLVM-MCA-END
