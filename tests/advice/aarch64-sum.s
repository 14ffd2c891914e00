// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1
// source: C, clang -O2 for AArch64, sum_double
// expert: One addition waits for the other.
// must: accumulators
// may: vectorize not_vectorized

// LLVM-MCA-BEGIN aarch64-sum
.LBB0_1:
        ldr      d1, [x0], #8
        subs     x1, x1, #1
        fadd     d0, d0, d1
        b.ne     .LBB0_1
// LLVM-MCA-END
