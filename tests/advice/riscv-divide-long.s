# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: written by hand
# expert: Numbers that fit in 32 bits are divided in half of the time.
# must: narrower_division
# may: unroll

# LLVM-MCA-BEGIN riscv-divide-long
.L1:
        ld       a3, 0(a0)
        ld       a4, 0(a1)
        div      a3, a3, a4
        sd       a3, 0(a0)
        addi     a0, a0, 8
        addi     a1, a1, 8
        bne      a0, a2, .L1
# LLVM-MCA-END
