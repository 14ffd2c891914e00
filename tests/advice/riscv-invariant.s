# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: written by hand
# expert: The constant is made and converted each time.
# must: hoist
# may: unroll

# LLVM-MCA-BEGIN riscv-invariant
.L1:
        fld      fa5, 0(a1)
        li       a4, 3
        fcvt.d.w fa4, a4
        fmul.d   fa5, fa5, fa4
        fsd      fa5, 0(a0)
        addi     a0, a0, 8
        addi     a1, a1, 8
        bne      a0, a2, .L1
# LLVM-MCA-END
