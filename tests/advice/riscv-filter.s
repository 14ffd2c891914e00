# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, filter
# expert: Every value is stored and needed by the next.
# must: none
# may: none

# LLVM-MCA-BEGIN riscv-filter
.LBB19_2:
        flw      fa4, 0(a1)
        fmadd.s  fa5, fa0, fa5, fa4
        fsw      fa5, 0(a1)
        addi     a1, a1, 4
        bne      a1, a0, .LBB19_2
# LLVM-MCA-END
