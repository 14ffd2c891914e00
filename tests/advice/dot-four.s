# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, dot_four
# expert: Four sums as long as an addition takes: loads are the limit. Twice as many would only fill gaps.
# must: none
# may: accumulators vectorize not_vectorized

# LLVM-MCA-BEGIN dot-four
.L233:
        movsd    (%rdi), %xmm1
        mulsd    (%rsi), %xmm1
        addq     $32, %rdi
        addq     $32, %rsi
        addsd    %xmm1, %xmm2
        movsd    -24(%rdi), %xmm1
        mulsd    -24(%rsi), %xmm1
        addsd    %xmm1, %xmm0
        movsd    -16(%rdi), %xmm1
        mulsd    -16(%rsi), %xmm1
        addsd    %xmm1, %xmm4
        movsd    -8(%rdi), %xmm1
        mulsd    -8(%rsi), %xmm1
        addsd    %xmm1, %xmm3
        cmpq     %rdi, %rax
        jne      .L233
# LLVM-MCA-END
