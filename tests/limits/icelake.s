# Kernels for Ice Lake: 6 micro-ops are dispatched and 8 instructions retire per cycle; two ports shuffle.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server

# LLVM-MCA-BEGIN shuffles
# limit: ports ICXPort1, ICXPort5
.L1:
        pshufb  %xmm8, %xmm0
        pshufb  %xmm8, %xmm1
        pshufb  %xmm8, %xmm2
        pshufb  %xmm8, %xmm3
        pshufb  %xmm8, %xmm4
        pshufb  %xmm8, %xmm5
        decq    %rcx
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN hash
# limit: chain through %rax
.L2:
        xorq    (%rdi), %rax
        imulq   %rdx, %rax
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN nothing to do
# limit: dispatch
.L3:
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        decq    %rcx
        jne     .L3
# LLVM-MCA-END
