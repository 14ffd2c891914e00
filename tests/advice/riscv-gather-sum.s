# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p670
# source: C, clang-23 -O2 for RISC-V with bit manipulation, gather_sum
# expert: One sum waits for the other; vectors need a gather.
# must: accumulators
# may: not_vectorized

# LLVM-MCA-BEGIN riscv-gather-sum
.LBB27_2:
        lw       a3, 0(a1)
        sh2add   a3, a3, a0
        flw      fa5, 0(a3)
        fadd.s   fa0, fa0, fa5
        addi     a1, a1, 4
        bne      a1, a2, .LBB27_2
# LLVM-MCA-END
