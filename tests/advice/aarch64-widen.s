// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1
// source: by hand, a sum of 64 bits of unsigned numbers of 32
// expert: The numbers have to be made wider, which no simple form for vectors does.
// must: none
// may: unroll accumulators not_vectorized

// LLVM-MCA-BEGIN aarch64-widen
.LBB4_1:
        ldr      w8, [x1], #4
        subs     x3, x3, #1
        add      x0, x0, x8
        b.ne     .LBB4_1
// LLVM-MCA-END
