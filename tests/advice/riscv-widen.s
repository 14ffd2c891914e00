# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, widen
# expert: Three of five instructions only run the loop.
# must: unroll
# may: none

# LLVM-MCA-BEGIN riscv-widen
.LBB14_2:
        lwu      a3, 0(a1)
        sd       a3, 0(a0)
        addi     a0, a0, 8
        addi     a1, a1, 4
        bne      a0, a2, .LBB14_2
# LLVM-MCA-END
