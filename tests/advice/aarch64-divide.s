// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=cortex-a72
// source: C, clang -O2 for AArch64, divide_double
// expert: All are divided by one value.
// must: reciprocal
// may: vectorize not_vectorized unroll

// LLVM-MCA-BEGIN aarch64-divide
.LBB30_1:
        ldr      d1, [x1], #8
        subs     x2, x2, #1
        fdiv     d1, d1, d0
        str      d1, [x0], #8
        b.ne     .LBB30_1
// LLVM-MCA-END
