# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: written by hand
# expert: The counter goes through memory.
# must: value_in_register
# may: unroll accumulators

# LLVM-MCA-BEGIN riscv-counter-in-memory
.L1:
        lw       a3, 0(a1)
        ld       a4, 0(a0)
        addi     a1, a1, 4
        add      a4, a4, a3
        sd       a4, 0(a0)
        bne      a1, a2, .L1
# LLVM-MCA-END
