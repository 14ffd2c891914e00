// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=cortex-a55
// source: C, clang -O2 for AArch64, fnv
// expert: No order can change. In order, too; a branch less leaves room for what begins beside it.
// must: none
// may: not_vectorized unroll

// LLVM-MCA-BEGIN aarch64-fnv
.LBB15_2:
        ldrb     w10, [x8], #1
        subs     x1, x1, #1
        eor      x10, x0, x10
        mul      x0, x10, x9
        b.ne     .LBB15_2
// LLVM-MCA-END
