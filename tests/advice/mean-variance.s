# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell
# source: C, gcc -O2, mean_variance
# expert: Both sums are pure: both can be split.
# must: accumulators
# may: vectorize

# LLVM-MCA-BEGIN mean-variance
.L288:
        movsd    (%rdi), %xmm0
        addq     $8, %rdi
        addsd    %xmm0, %xmm1
        mulsd    %xmm0, %xmm0
        addsd    %xmm0, %xmm2
        cmpq     %rax, %rdi
        jne      .L288
# LLVM-MCA-END
