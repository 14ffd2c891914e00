# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p670
# source: C, clang-23 -O2 for RISC-V with bit manipulation, histogram
# expert: A bin that is the last one again has to wait for its store.
# must: unordered_stores
# may: unroll not_vectorized

# LLVM-MCA-BEGIN riscv-histogram
.LBB24_2:
        lbu      a3, 0(a1)
        addi     a1, a1, 1
        sh2add   a3, a3, a0
        lw       a4, 0(a3)
        addi     a4, a4, 1
        sw       a4, 0(a3)
        bne      a1, a2, .LBB24_2
# LLVM-MCA-END
