# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=xiangshan-nanhu
# source: C, clang-23 -O2 for RISC-V with bit manipulation, absdiff
# expert: Nothing waits for long.
# must: none
# may: unroll accumulators

# LLVM-MCA-BEGIN riscv-differences
.LBB39_2:
        lw       a4, 0(a0)
        lw       a5, 0(a1)
        subw     a4, a4, a5
        negw     a5, a4
        max      a4, a4, a5
        addi     a1, a1, 4
        add      a2, a2, a4
        addi     a0, a0, 4
        bne      a1, a3, .LBB39_2
# LLVM-MCA-END
