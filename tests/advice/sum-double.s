# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, sum_double
# expert: Each addition waits four cycles for the one before; two loads a cycle would be possible.
# must: accumulators
# may: vectorize

# LLVM-MCA-BEGIN sum-double
.L3:
        addsd    (%rdi), %xmm0
        addq     $8, %rdi
        cmpq     %rax, %rdi
        jne      .L3
# LLVM-MCA-END
