# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, matrix_column
# expert: A column has a stride that is not known, but the sum can be split.
# must: accumulators
# may: not_vectorized

# LLVM-MCA-BEGIN matrix-column
.L109:
        movsd    (%rdi), %xmm0
        mulsd    (%rsi), %xmm0
        addq     $8, %rdi
        addq     %rcx, %rsi
        addsd    %xmm0, %xmm1
        cmpq     %rax, %rdi
        jne      .L109
# LLVM-MCA-END
