// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1
// source: C, clang -O2 for AArch64, histogram
// expert: A bin that is the last one again has to wait for its store.
// must: unordered_stores
// may: unroll not_vectorized

// LLVM-MCA-BEGIN aarch64-histogram
.LBB21_1:
        ldrb     w8, [x1], #1
        subs     x2, x2, #1
        ldr      w9, [x0, x8, lsl #2]
        add      w9, w9, #1
        str      w9, [x0, x8, lsl #2]
        b.ne     .LBB21_1
// LLVM-MCA-END
