# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, gcc -O2 for RISC-V, sum_long
# expert: The addition waits for its load, and several iterations would have the time for it.
# must: unroll
# may: accumulators

# LLVM-MCA-BEGIN riscv-sum-long-in-order
.L3:
        ld       a4,0(a5)
        addi     a5,a5,8
        add      a0,a0,a4
        bne      a5,a3,.L3
# LLVM-MCA-END
