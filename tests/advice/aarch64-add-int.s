// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1
// source: C, clang -O2 -fno-vectorize for AArch64, add_int
// expert: Vectors do four at once.
// must: vectorize
// may: unroll

// LLVM-MCA-BEGIN aarch64-add-int
.LBB3_1:
        ldr      w8, [x1], #4
        subs     x3, x3, #1
        ldr      w9, [x2], #4
        eor      w9, w9, w8
        add      w8, w9, w8
        str      w8, [x0], #4
        b.ne     .LBB3_1
// LLVM-MCA-END
