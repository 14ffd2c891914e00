# Pairs of kernels: the first gets an advice, the second follows it, written by hand. `work` is how much of the first one's
# work an iteration of the second does.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake

# LLVM-MCA-BEGIN sum
# advice: accumulators
.L1:
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END
# LLVM-MCA-BEGIN eight sums
# work: 8
.L2:
        addss   (%rdi), %xmm0
        addss   4(%rdi), %xmm1
        addss   8(%rdi), %xmm2
        addss   12(%rdi), %xmm3
        addss   16(%rdi), %xmm4
        addss   20(%rdi), %xmm5
        addss   24(%rdi), %xmm6
        addss   28(%rdi), %xmm7
        addq    $32, %rdi
        cmpq    %rsi, %rdi
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients by one value
# advice: reciprocal
.L3:
        vmovss  (%rdi), %xmm2
        vdivss  %xmm1, %xmm2, %xmm3
        vmovss  %xmm3, (%rdi)
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L3
# LLVM-MCA-END
# LLVM-MCA-BEGIN products with its reciprocal
.L4:
        vmovss  (%rdi), %xmm2
        vmulss  %xmm1, %xmm2, %xmm3
        vmovss  %xmm3, (%rdi)
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L4
# LLVM-MCA-END

# LLVM-MCA-BEGIN narrow copies
# advice: merge_accesses
.L5:
        movl    (%rsi), %eax
        movl    %eax, (%rdi)
        movl    4(%rsi), %eax
        movl    %eax, 4(%rdi)
        movl    8(%rsi), %eax
        movl    %eax, 8(%rdi)
        movl    12(%rsi), %eax
        movl    %eax, 12(%rdi)
        addq    $16, %rdi
        addq    $16, %rsi
        cmpq    %rdx, %rsi
        jne     .L5
# LLVM-MCA-END
# LLVM-MCA-BEGIN one wide copy
.L6:
        movups  (%rsi), %xmm0
        movups  %xmm0, (%rdi)
        addq    $16, %rdi
        addq    $16, %rsi
        cmpq    %rdx, %rsi
        jne     .L6
# LLVM-MCA-END

# LLVM-MCA-BEGIN floats by a factor
# advice: vectorize
.L7:
        vmulss  (%rsi,%rax,4), %xmm0, %xmm1
        vmovss  %xmm1, (%rdi,%rax,4)
        incq    %rax
        cmpq    %rdx, %rax
        jne     .L7
# LLVM-MCA-END
# LLVM-MCA-BEGIN vectors by a factor
# work: 8
.L8:
        vmulps  (%rsi,%rax,4), %ymm0, %ymm1
        vmovups %ymm1, (%rdi,%rax,4)
        addq    $8, %rax
        cmpq    %rdx, %rax
        jne     .L8
# LLVM-MCA-END

# LLVM-MCA-BEGIN limits loaded again and again
# advice: hoist
.L9:
        movq    (%rdx), %r8
        movq    8(%rdx), %r9
        movq    16(%rdx), %r10
        movq    (%rdi), %rax
        addq    %r8, %rax
        xorq    %r9, %rax
        andq    %r10, %rax
        movq    %rax, (%rdi)
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L9
# LLVM-MCA-END
# LLVM-MCA-BEGIN limits in registers
.L10:
        movq    (%rdi), %rax
        addq    %r8, %rax
        xorq    %r9, %rax
        andq    %r10, %rax
        movq    %rax, (%rdi)
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L10
# LLVM-MCA-END

# LLVM-MCA-BEGIN counter in memory
# advice: value_in_register
.L11:
        addl    %eax, (%rdi)
        decq    %rcx
        jne     .L11
# LLVM-MCA-END
# LLVM-MCA-BEGIN counter in a register
.L12:
        addl    %eax, %edx
        decq    %rcx
        jne     .L12
# LLVM-MCA-END

# LLVM-MCA-BEGIN short loop
# advice: unroll
.L13:
        movq    (%rdi), %rax
        movq    %rax, (%rdx)
        addq    $8, %rdx
        addq    $8, %rdi
        leaq    (%r9,%r10), %r11
        cmpq    %rsi, %rdi
        jne     .L13
# LLVM-MCA-END
# LLVM-MCA-BEGIN unrolled loop
# work: 4
.L14:
        movq    (%rdi), %rax
        movq    %rax, (%rdx)
        leaq    (%r9,%r10), %r11
        movq    8(%rdi), %rax
        movq    %rax, 8(%rdx)
        leaq    (%r9,%r10), %r11
        movq    16(%rdi), %rax
        movq    %rax, 16(%rdx)
        leaq    (%r9,%r10), %r11
        movq    24(%rdi), %rax
        movq    %rax, 24(%rdx)
        addq    $32, %rdx
        addq    $32, %rdi
        leaq    (%r9,%r10), %r11
        cmpq    %rsi, %rdi
        jne     .L14
# LLVM-MCA-END

# LLVM-MCA-BEGIN loop instruction
# advice: cheaper_instruction
.L15:
        addl    (%rdi,%rcx,4), %eax
        loop    .L15
# LLVM-MCA-END
# LLVM-MCA-BEGIN step and branch
.L16:
        addl    (%rdi,%rcx,4), %eax
        decq    %rcx
        jne     .L16
# LLVM-MCA-END

# LLVM-MCA-BEGIN conversion
# advice: false_dependency
.L17:
        cvtsi2sdl (%rdi,%rax,4), %xmm0
        mulsd   %xmm1, %xmm0
        addq    $1, %rax
        cmpq    %rax, %rdx
        jne     .L17
# LLVM-MCA-END
# LLVM-MCA-BEGIN conversion into a cleared register
.L18:
        xorps   %xmm0, %xmm0
        cvtsi2sdl (%rdi,%rax,4), %xmm0
        mulsd   %xmm1, %xmm0
        addq    $1, %rax
        cmpq    %rax, %rdx
        jne     .L18
# LLVM-MCA-END

# LLVM-MCA-BEGIN wide divisions
# advice: narrower_division
# modes: hardware
.L19:
        movq    (%rsi,%r8,8), %rax
        xorl    %edx, %edx
        divq    %r9
        addq    $1, %r8
        cmpq    %r8, %rcx
        jne     .L19
# LLVM-MCA-END
# LLVM-MCA-BEGIN narrow divisions
.L20:
        movl    (%rsi,%r8,8), %eax
        xorl    %edx, %edx
        divl    %r9d
        addq    $1, %r8
        cmpq    %r8, %rcx
        jne     .L20
# LLVM-MCA-END
