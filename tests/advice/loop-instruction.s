# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake
# source: written by hand
# expert: A loop instruction takes seven micro-ops.
# must: cheaper_instruction
# may: unroll not_vectorized vectorize accumulators

# LLVM-MCA-BEGIN loop-instruction
.L1:
        addl     (%rdi,%rcx,4), %eax
        loop     .L1
# LLVM-MCA-END
