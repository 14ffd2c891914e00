# Kernels for Zen 4.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4

# LLVM-MCA-BEGIN sum
# limit: chain through %ymm0
.L1:
        vaddps  (%rdi,%rax), %ymm0, %ymm0
        addq    $32, %rax
        cmpq    %rsi, %rax
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients
# limit: ports Zn4FP1
.L2:
        vdivsd  %xmm1, %xmm2, %xmm3
        decq    %rcx
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN products
# limit: ports Zn4ALU1
.L3:
        imulq   %rdx, %r8
        imulq   %rdx, %r9
        imulq   %rdx, %r10
        imulq   %rdx, %r11
        decq    %rcx
        jne     .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN counters
# limit: ports Zn4ALU0, Zn4ALU1, Zn4ALU2, Zn4ALU3
.L4:
        incq    %r8
        incq    %r9
        incq    %r10
        incq    %r11
        incq    %r12
        incq    %r13
        decq    %rcx
        jne     .L4
# LLVM-MCA-END
