# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, copy_long
# expert: Three of five instructions only run the loop.
# must: unroll
# may: none

# LLVM-MCA-BEGIN riscv-copy-long
.LBB12_2:
        ld       a3, 0(a1)
        addi     a1, a1, 8
        sd       a3, 0(a0)
        addi     a0, a0, 8
        bne      a0, a2, .LBB12_2
# LLVM-MCA-END
