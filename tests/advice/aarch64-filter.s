// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1
// source: C, clang -O2 for AArch64, iir_memory
// expert: The chain is the filter itself, and every value is stored.
// must: none
// may: denormals not_vectorized

// LLVM-MCA-BEGIN aarch64-filter
.LBB5_2:
        ldr      d2, [x9], #8
        subs     x8, x8, #1
        fmadd    d1, d0, d1, d2
        str      d1, [x0], #8
        b.ne     .LBB5_2
// LLVM-MCA-END
