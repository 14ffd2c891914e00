# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, scale
# expert: Half of the instructions only run the loop.
# must: unroll
# may: none

# LLVM-MCA-BEGIN riscv-scale
.LBB10_2:
        fld      fa5, 0(a1)
        fmul.d   fa5, fa0, fa5
        fsd      fa5, 0(a0)
        addi     a0, a0, 8
        addi     a1, a1, 8
        bne      a0, a2, .LBB10_2
# LLVM-MCA-END
