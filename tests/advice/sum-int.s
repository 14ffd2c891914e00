# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: C, gcc -O2, sum_int
# expert: One addition a cycle is all that a register can do; vectors do eight.
# must: vectorize
# may: unroll accumulators

# LLVM-MCA-BEGIN sum-int
.L14:
        addl     (%rdi), %eax
        addq     $4, %rdi
        cmpq     %rdx, %rdi
        jne      .L14
# LLVM-MCA-END
