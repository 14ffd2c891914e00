# Kernels for the performance cores of Alder Lake.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake

# LLVM-MCA-BEGIN list
# limit: chain through %rdi
.L1:
        movq    (%rdi), %rdi
        testq   %rdi, %rdi
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN shuffles
# limit: ports ADLPPort05
.L2:
        vpermps %ymm0, %ymm1, %ymm2
        vpermps %ymm0, %ymm3, %ymm4
        vpermps %ymm0, %ymm5, %ymm6
        decq    %rcx
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN products
# limit: ports ADLPPort01
.L3:
        imulq   %rdx, %r8
        imulq   %rdx, %r9
        imulq   %rdx, %r10
        imulq   %rdx, %r11
        decq    %rcx
        jne     .L3
# LLVM-MCA-END
