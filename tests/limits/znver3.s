# Kernels for Zen 3: 6 micro-ops are dispatched and 8 instructions retire per cycle.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3

# LLVM-MCA-BEGIN sum
# limit: chain through %xmm0
.L1:
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN dot product
# limit: chain through %ymm0
.L2:
        vmovups (%rdi), %ymm1
        vfmadd231ps     (%rsi), %ymm1, %ymm0
        addq    $32, %rdi
        addq    $32, %rsi
        cmpq    %rdx, %rsi
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN vector stores
# limit: ports Zn3FPSt
.L3:
        vmovups %ymm0, (%rdi)
        vmovups %ymm0, 32(%rdi)
        vmovups %ymm0, 64(%rdi)
        addq    $96, %rdi
        cmpq    %rsi, %rdi
        jne     .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN stores
# limit: ports Zn3Store
.L4:
        movq    %rax, (%rdi)
        movq    %rax, 8(%rdi)
        movq    %rax, 16(%rdi)
        addq    $24, %rdi
        cmpq    %rsi, %rdi
        jne     .L4
# LLVM-MCA-END

# LLVM-MCA-BEGIN products of integers
# limit: ports Zn3ALU1
.L5:
        imulq   $7, %rsi, %rax
        imulq   $11, %rsi, %rdx
        imulq   $13, %rsi, %r8
        decq    %rcx
        jne     .L5
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients
# limit: ports Zn3FP1
.L6:
        vdivps  %ymm1, %ymm2, %ymm3
        vdivps  %ymm1, %ymm2, %ymm4
        decq    %rcx
        jne     .L6
# LLVM-MCA-END

# LLVM-MCA-BEGIN list
# limit: chain through %rdi
.L7:
        movq    (%rdi), %rdi
        testq   %rdi, %rdi
        jne     .L7
# LLVM-MCA-END

# LLVM-MCA-BEGIN counters
# limit: ports Zn3ALU0, Zn3ALU1, Zn3ALU2, Zn3ALU3
.L8:
        addq    $1, %r8
        addq    $1, %r9
        addq    $1, %r10
        addq    $1, %r11
        addq    $1, %r12
        addq    $1, %r13
        addq    $1, %r14
        addq    $1, %r15
        decq    %rcx
        jne     .L8
# LLVM-MCA-END
