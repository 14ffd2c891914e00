# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=xiangshan-nanhu
# source: C, clang-23 -O2 for RISC-V with bit manipulation, popcount_all
# expert: Nothing waits.
# must: none
# may: unroll accumulators

# LLVM-MCA-BEGIN riscv-population
.LBB31_2:
        ld       a3, 0(a0)
        cpop     a3, a3
        addi     a0, a0, 8
        add      a1, a1, a3
        bne      a0, a2, .LBB31_2
# LLVM-MCA-END
