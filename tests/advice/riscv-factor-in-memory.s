# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, scale_by_pointer
# expert: The factor is loaded each time.
# must: hoist
# may: unroll

# LLVM-MCA-BEGIN riscv-factor-in-memory
.LBB36_2:
        fld      fa5, 0(a1)
        fld      fa4, 0(a0)
        fmul.d   fa5, fa5, fa4
        fsd      fa5, 0(a0)
        addi     a0, a0, 8
        bne      a0, a2, .LBB36_2
# LLVM-MCA-END
