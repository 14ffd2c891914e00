# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=xiangshan-nanhu
# source: C, clang-23 -O2 for RISC-V with bit manipulation, max_long
# expert: A maximum takes a cycle, as the branch does.
# must: none
# may: unroll accumulators

# LLVM-MCA-BEGIN riscv-max-long
.LBB6_2:
        ld       a3, 0(a2)
        addi     a2, a2, 8
        max      a0, a3, a0
        bne      a2, a1, .LBB6_2
# LLVM-MCA-END
