// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=cortex-a72
// source: C, clang -O2 -fno-vectorize for AArch64, divide_unsigned
// expert: All are divided by one value, which is not known when the program is compiled.
// must: reciprocal
// may: not_vectorized unroll

// LLVM-MCA-BEGIN aarch64-divide-unsigned
.LBB0_1:
        ldr      w8, [x1], #4
        subs     x3, x3, #1
        udiv     w8, w8, w2
        str      w8, [x0], #4
        b.ne     .LBB0_1
// LLVM-MCA-END
