# Kernels for Skylake in hardware mode, each with its advice, and another kernel that follows it.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -hardware

# LLVM-MCA-BEGIN sum
# advice: second_accumulator
.L1:
        addss   (%rdi), %xmm0
        addq    $4, %rdi
        cmpq    %rsi, %rdi
        jne     .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-sums
# work: 2
.L2:
        addss   (%rdi), %xmm0
        addss   4(%rdi), %xmm1
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN counter-in-memory
# advice: value_in_register
.L3:
        addl    %eax, (%rdi)
        decq    %rcx
        jne     .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN counter-in-register
.L4:
        addl    %eax, %edx
        decq    %rcx
        jne     .L4
# LLVM-MCA-END

# LLVM-MCA-BEGIN short-loop
# advice: unroll
.L5:
        movq    (%rdi), %rax
        movq    %rax, %rdx
        xorl    %r8d, %r8d
        addq    $8, %rdi
        cmpq    %rsi, %rdi
        jne     .L5
# LLVM-MCA-END

# LLVM-MCA-BEGIN unrolled-loop
# work: 2
.L6:
        movq    (%rdi), %rax
        movq    %rax, %rdx
        xorl    %r8d, %r8d
        movq    8(%rdi), %rax
        movq    %rax, %rdx
        xorl    %r8d, %r8d
        addq    $16, %rdi
        cmpq    %rsi, %rdi
        jne     .L6
# LLVM-MCA-END

# LLVM-MCA-BEGIN quotients
# advice: fewer_divisions
.L7:
        vdivss  %xmm1, %xmm2, %xmm3
        decq    %rcx
        jne     .L7
# LLVM-MCA-END

# LLVM-MCA-BEGIN products
.L8:
        vmulss  %xmm1, %xmm2, %xmm3
        decq    %rcx
        jne     .L8
# LLVM-MCA-END
