# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, root
# expert: Roots keep their unit busy.
# must: none
# may: none

# LLVM-MCA-BEGIN riscv-root
.LBB41_2:
        fld      fa5, 0(a0)
        fsqrt.d  fa5, fa5
        fsd      fa5, 0(a0)
        addi     a0, a0, 8
        bne      a0, a1, .LBB41_2
# LLVM-MCA-END
