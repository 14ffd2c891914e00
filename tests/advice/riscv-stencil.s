# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, stencil
# expert: What an iteration loads is kept for the next.
# must: none
# may: unroll

# LLVM-MCA-BEGIN riscv-stencil
.LBB33_2:
        fld      fa4, -16(a1)
        fadd.d   fa4, fa4, fa5
        fld      fa5, 0(a1)
        fadd.d   fa4, fa4, fa5
        fsd      fa4, 0(a3)
        addi     a3, a3, 8
        addi     a1, a1, 8
        bne      a3, a0, .LBB33_2
# LLVM-MCA-END
