# Kernels for Haswell in hardware mode, which saves and restores upper halves of vector registers.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -hardware

# LLVM-MCA-BEGIN mixed
# advice: clear_upper_halves
.L1:
        vaddps  %ymm1, %ymm2, %ymm3
        addps   %xmm4, %xmm5
        decq    %rcx
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN one-kind
.L2:
        vaddps  %ymm1, %ymm2, %ymm3
        vaddps  %xmm4, %xmm5, %xmm5
        decq    %rcx
        jne     .L2
# LLVM-MCA-END
