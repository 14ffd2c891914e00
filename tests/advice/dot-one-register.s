# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, dot_unrolled
# expert: Unrolled, but the four sums wait for each other.
# must: accumulators
# may: vectorize not_vectorized

# LLVM-MCA-BEGIN dot-one-register
.L228:
        movsd    (%rdi), %xmm1
        mulsd    (%rsi), %xmm1
        addq     $32, %rdi
        addq     $32, %rsi
        addsd    %xmm0, %xmm1
        movsd    -24(%rdi), %xmm0
        mulsd    -24(%rsi), %xmm0
        addsd    %xmm1, %xmm0
        movsd    -16(%rdi), %xmm1
        mulsd    -16(%rsi), %xmm1
        addsd    %xmm0, %xmm1
        movsd    -8(%rdi), %xmm0
        mulsd    -8(%rsi), %xmm0
        addsd    %xmm1, %xmm0
        cmpq     %rdi, %rax
        jne      .L228
# LLVM-MCA-END
