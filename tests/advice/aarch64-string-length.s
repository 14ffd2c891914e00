// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1
// source: C, clang -O2 for AArch64, str_length
// expert: The data decide.
// must: exit_by_data
// may: not_vectorized

// LLVM-MCA-BEGIN aarch64-string-length
.LBB9_1:
        ldrb     w9, [x0, x8]
        add      x8, x8, #1
        cbnz     w9, .LBB9_1
// LLVM-MCA-END
