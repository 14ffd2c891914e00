# Pairs of kernels: the first gets an advice, the second follows it. `work` is how much of the first one's work an
# iteration does.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake

# LLVM-MCA-BEGIN sum
# advice: second_accumulator
.L1:
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END
# LLVM-MCA-BEGIN four sums
# work: 4
.L2:
        addss   (%rdi), %xmm0
        addss   4(%rdi), %xmm1
        addss   8(%rdi), %xmm2
        addss   12(%rdi), %xmm3
        addq    $16, %rdi
        cmpq    %rsi, %rdi
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients by one value
# advice: fewer_long_holds
.L7:
        vmovss  (%rdi), %xmm2
        vdivss  %xmm1, %xmm2, %xmm3
        vmovss  %xmm3, (%rdi)
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L7
# LLVM-MCA-END
# LLVM-MCA-BEGIN products with its reciprocal
.L8:
        vmovss  (%rdi), %xmm2
        vmulss  %xmm1, %xmm2, %xmm3
        vmovss  %xmm3, (%rdi)
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L8
# LLVM-MCA-END

# LLVM-MCA-BEGIN narrow stores
# advice: wider_stores
.L9:
        movq    %rax, (%rdi)
        movq    %rax, 8(%rdi)
        addq    $16, %rdi
        cmpq    %rsi, %rdi
        jne     .L9
# LLVM-MCA-END
# LLVM-MCA-BEGIN one wide store
.L10:
        movups  %xmm0, (%rdi)
        addq    $16, %rdi
        cmpq    %rsi, %rdi
        jne     .L10
# LLVM-MCA-END

# LLVM-MCA-BEGIN narrow loads
# advice: wider_loads
.L11:
        movq    (%rdi), %xmm0
        movq    8(%rdi), %xmm1
        movq    16(%rdi), %xmm2
        movq    24(%rdi), %xmm3
        addq    $32, %rdi
        cmpq    %rsi, %rdi
        jne     .L11
# LLVM-MCA-END
# LLVM-MCA-BEGIN wide loads
.L12:
        movups  (%rdi), %xmm0
        movups  16(%rdi), %xmm2
        addq    $32, %rdi
        cmpq    %rsi, %rdi
        jne     .L12
# LLVM-MCA-END

# LLVM-MCA-BEGIN broadcasts of registers
# advice: other_ports
.L13:
        vbroadcastss    %xmm1, %xmm4
        vbroadcastss    %xmm2, %xmm5
        vbroadcastss    %xmm3, %xmm6
        decq    %rcx
        jne     .L13
# LLVM-MCA-END
# LLVM-MCA-BEGIN broadcasts from memory
.L14:
        vbroadcastss    %xmm1, %xmm4
        vbroadcastss    (%rdi), %xmm5
        vbroadcastss    4(%rdi), %xmm6
        decq    %rcx
        jne     .L14
# LLVM-MCA-END
