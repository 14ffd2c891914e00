# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p670
# source: C, clang-23 -O2 for RISC-V with bit manipulation, gather
# expert: Vectors need a gather, which does an element at a time.
# must: not_vectorized
# may: unroll

# LLVM-MCA-BEGIN riscv-gather
.LBB26_2:
        lw       a4, 0(a2)
        sh2add   a4, a4, a1
        flw      fa5, 0(a4)
        fsw      fa5, 0(a0)
        addi     a0, a0, 4
        addi     a2, a2, 4
        bne      a0, a3, .LBB26_2
# LLVM-MCA-END
