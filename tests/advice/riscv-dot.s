# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang -O2 for RISC-V, dot_float
# expert: One sum waits for the other, in order.
# must: accumulators
# may: not_vectorized

# LLVM-MCA-BEGIN riscv-dot
.LBB1_2:
        flw      fa5, 0(a0)
        flw      fa4, 0(a1)
        addi     a1, a1, 4
        fmadd.s  fa0, fa5, fa4, fa0
        addi     a0, a0, 4
        bne      a1, a2, .LBB1_2
# LLVM-MCA-END
