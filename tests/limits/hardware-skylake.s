# Kernels for Skylake in hardware mode: 4 micro-ops are renamed per cycle, and adjacent comparisons and branches are
# one of them.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -hardware

# LLVM-MCA-BEGIN sum
# limit: chain through %xmm0
.L1:
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN shuffles
# limit: ports 5
.L2:
        pshufb  %xmm8, %xmm0
        pshufb  %xmm8, %xmm1
        pshufb  %xmm8, %xmm2
        decq    %rcx
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients
# limit: divider
.L3:
        vdivss  %xmm1, %xmm2, %xmm3
        decq    %rcx
        jne     .L3
# LLVM-MCA-END
