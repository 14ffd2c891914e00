// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1
// source: C, clang -O2 for AArch64, list_sum
// expert: The next address is loaded.
// must: exit_by_data
// may: not_vectorized

// LLVM-MCA-BEGIN aarch64-list
.LBB11_1:
        ldp      x0, x9, [x0]
        add      x8, x9, x8
        cbnz     x0, .LBB11_1
// LLVM-MCA-END
