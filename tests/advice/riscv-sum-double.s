# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, sum_double
# expert: One sum waits for the other.
# must: accumulators
# may: none

# LLVM-MCA-BEGIN riscv-sum-double
.LBB3_2:
        fld      fa5, 0(a0)
        fadd.d   fa0, fa0, fa5
        addi     a0, a0, 8
        bne      a0, a1, .LBB3_2
# LLVM-MCA-END
