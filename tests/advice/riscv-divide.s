# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=xiangshan-nanhu
# source: C, clang -O2 for RISC-V, divide_double
# expert: All are divided by one value.
# must: reciprocal
# may: not_vectorized unroll

# LLVM-MCA-BEGIN riscv-divide
.LBB30_2:
        fld      fa5, 0(a1)
        fdiv.d   fa5, fa5, fa0
        fsd      fa5, 0(a0)
        addi     a0, a0, 8
        addi     a1, a1, 8
        bne      a0, a2, .LBB30_2
# LLVM-MCA-END
