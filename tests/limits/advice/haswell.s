# Kernels whose loops take a share of the dispatched micro-ops.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell

# LLVM-MCA-BEGIN copy
# advice: unroll
.L1:
        vmovups (%rsi), %ymm0
        vmovups %ymm0, (%rdi)
        addq    $32, %rsi
        addq    $32, %rdi
        cmpq    %rdx, %rsi
        jne     .L1
# LLVM-MCA-END
# LLVM-MCA-BEGIN two copies
# work: 2
.L2:
        vmovups (%rsi), %ymm0
        vmovups %ymm0, (%rdi)
        vmovups 32(%rsi), %ymm1
        vmovups %ymm1, 32(%rdi)
        addq    $64, %rsi
        addq    $64, %rdi
        cmpq    %rdx, %rsi
        jne     .L2
# LLVM-MCA-END
