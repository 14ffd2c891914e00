// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-v2
// source: C, clang -O2 -fno-vectorize for AArch64, scale
// expert: Vectors do four at once, if the arrays do not overlap.
// must: vectorize
// may: unroll

// LLVM-MCA-BEGIN aarch64-scale
.LBB2_1:
        ldr      s1, [x1], #4
        subs     x2, x2, #1
        fmul     s1, s0, s1
        str      s1, [x0], #4
        b.ne     .LBB2_1
// LLVM-MCA-END
