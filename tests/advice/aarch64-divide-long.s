// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=cortex-a72
// source: C, clang -O2 -fno-vectorize for AArch64, divide_long
// expert: Divisions of 64 bits are slow on this processor, those of 32 bits are not.
// must: narrower_division
// may: not_vectorized unroll

// LLVM-MCA-BEGIN aarch64-divide-long
.LBB1_1:
        ldr      x8, [x1], #8
        subs     x3, x3, #1
        ldr      x9, [x2], #8
        udiv     x8, x8, x9
        str      x8, [x0], #8
        b.ne     .LBB1_1
// LLVM-MCA-END
