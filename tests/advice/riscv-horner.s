# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, horner
# expert: Each step multiplies the one before.
# must: none
# may: none

# LLVM-MCA-BEGIN riscv-horner
.LBB29_2:
        fld      fa4, 0(a0)
        fmadd.d  fa5, fa5, fa0, fa4
        addi     a0, a0, 8
        bne      a0, a1, .LBB29_2
# LLVM-MCA-END
