# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang-23 -O2 for RISC-V, sqsum
# expert: The product waits for its load, and several iterations would have the time for it.
# must: unroll
# may: accumulators

# LLVM-MCA-BEGIN riscv-squares
.LBB38_2:
        lw       a3, 0(a2)
        mul      a3, a3, a3
        addi     a2, a2, 4
        add      a0, a0, a3
        bne      a2, a1, .LBB38_2
# LLVM-MCA-END
