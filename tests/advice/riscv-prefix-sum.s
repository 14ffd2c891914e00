# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=xiangshan-nanhu
# source: C, clang -O2 for RISC-V, prefix_sum
# expert: Every sum is stored.
# must: none
# may: not_vectorized unroll

# LLVM-MCA-BEGIN riscv-prefix-sum
.LBB3_2:
        fld      fa4, 0(a1)
        fadd.d   fa5, fa5, fa4
        fsd      fa5, 0(a0)
        addi     a0, a0, 8
        addi     a1, a1, 8
        bne      a0, a2, .LBB3_2
# LLVM-MCA-END
