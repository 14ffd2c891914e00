# Kernels for Silvermont, which renames two micro-ops per cycle.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=silvermont

# LLVM-MCA-BEGIN copy
# limit: dispatch and ports SLM_MEC_RSV
.L1:
        movq    (%rdi), %rax
        movq    %rax, (%rsi)
        decq    %rcx
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN products
# limit: ports SLMFPMultiplier
.L2:
        mulps   %xmm0, %xmm1
        mulps   %xmm0, %xmm2
        mulps   %xmm0, %xmm3
        mulps   %xmm0, %xmm4
        decq    %rcx
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN counters
# limit: dispatch and ports SLM_IEC_RSV0, SLM_IEC_RSV1
.L3:
        incq    %r8
        incq    %r9
        incq    %r10
        incq    %r11
        decq    %rcx
        jne     .L3
# LLVM-MCA-END
