# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, column
# expert: One sum waits for the other, whatever the stride.
# must: accumulators
# may: unroll

# LLVM-MCA-BEGIN riscv-column
.LBB30_2:
        fld      fa5, 0(a0)
        fadd.d   fa0, fa0, fa5
        addi     a2, a2, -1
        add      a0, a0, a1
        bnez     a2, .LBB30_2
# LLVM-MCA-END
