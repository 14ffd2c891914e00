# Instructions that know the upper halves of vector registers beside others that do not.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell

# LLVM-MCA-BEGIN mixed
# advice: newer_forms
# modes: hardware
.L1:
        vaddps  %ymm1, %ymm2, %ymm3
        addps   %xmm4, %xmm5
        decq    %rcx
        jne     .L1
# LLVM-MCA-END
# LLVM-MCA-BEGIN one kind
.L2:
        vaddps  %ymm1, %ymm2, %ymm3
        vaddps  %xmm4, %xmm5, %xmm5
        decq    %rcx
        jne     .L2
# LLVM-MCA-END
