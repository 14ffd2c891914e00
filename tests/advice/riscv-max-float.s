# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, max_float
# expert: One maximum waits for the other.
# must: accumulators
# may: unroll

# LLVM-MCA-BEGIN riscv-max-float
.LBB5_2:
        flw      fa5, 0(a0)
        fmax.s   fa0, fa0, fa5
        addi     a0, a0, 4
        bne      a0, a1, .LBB5_2
# LLVM-MCA-END
