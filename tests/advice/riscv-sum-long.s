# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, sum_long
# expert: Three instructions per cycle are issued, and half of the four only run the loop.
# must: unroll
# may: accumulators

# LLVM-MCA-BEGIN riscv-sum-long
.LBB0_2:
        ld       a3, 0(a2)
        addi     a2, a2, 8
        add      a0, a0, a3
        bne      a2, a1, .LBB0_2
# LLVM-MCA-END
