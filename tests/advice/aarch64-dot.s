// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-v1
// source: C, clang -O2 for AArch64, dot_float
// expert: One sum waits for the other.
// must: accumulators
// may: vectorize not_vectorized

// LLVM-MCA-BEGIN aarch64-dot
.LBB1_1:
        ldr      s1, [x0], #4
        subs     x2, x2, #1
        ldr      s2, [x1], #4
        fmadd    s0, s1, s2, s0
        b.ne     .LBB1_1
// LLVM-MCA-END
