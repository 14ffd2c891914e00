# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, convert
# expert: Half of the instructions only run the loop.
# must: unroll
# may: none

# LLVM-MCA-BEGIN riscv-convert
.LBB15_2:
        lw       a3, 0(a1)
        fcvt.d.w fa5, a3
        fsd      fa5, 0(a0)
        addi     a0, a0, 8
        addi     a1, a1, 4
        bne      a0, a2, .LBB15_2
# LLVM-MCA-END
