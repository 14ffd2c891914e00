# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang -O2 for RISC-V, sum_double
# expert: One addition waits for the other, in order.
# must: accumulators
# may: not_vectorized

# LLVM-MCA-BEGIN riscv-sum
.LBB0_2:
        fld      fa5, 0(a0)
        addi     a0, a0, 8
        fadd.d   fa0, fa0, fa5
        bne      a0, a1, .LBB0_2
# LLVM-MCA-END
