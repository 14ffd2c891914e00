# Kernels for Jaguar: 2 micro-ops are dispatched and 2 instructions retire per cycle.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2

# LLVM-MCA-BEGIN two additions to one sum
# limit: chain through %xmm0
.L1:
        addss   (%rdi), %xmm0
        addss   4(%rdi), %xmm0
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN a bit of everything
# limit: dispatch and retirement
.L2:
        movq    (%rdi), %rax
        movq    8(%rdi), %rdx
        vaddps  %xmm1, %xmm2, %xmm3
        vmulps  %xmm1, %xmm2, %xmm4
        decq    %rcx
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN products of integers
# limit: ports JMul
.L3:
        imulq   %rsi, %rax
        imulq   %rsi, %rdx
        decq    %rcx
        jne     .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients
# limit: ports JFPM
.L4:
        vdivsd  %xmm1, %xmm2, %xmm3
        decq    %rcx
        jne     .L4
# LLVM-MCA-END

# LLVM-MCA-BEGIN list
# limit: chain through %rdi
.L5:
        movq    (%rdi), %rdi
        testq   %rdi, %rdi
        jne     .L5
# LLVM-MCA-END
