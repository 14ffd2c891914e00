// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=cortex-a55
// source: C, clang -O2 for AArch64, saxpy
// expert: In order: a loop of several elements would have time to wait for loads.
// must: none
// may: unroll vectorize not_vectorized

// LLVM-MCA-BEGIN aarch64-saxpy
.LBB16_1:
        ldr      s1, [x1], #4
        ldr      s2, [x0]
        subs     x2, x2, #1
        fmadd    s1, s0, s1, s2
        str      s1, [x0], #4
        b.ne     .LBB16_1
// LLVM-MCA-END
