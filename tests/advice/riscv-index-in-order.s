# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: written by hand
# expert: Both addresses are computed from the index each time.
# must: pointers
# may: unroll

# LLVM-MCA-BEGIN riscv-index-in-order
.L1:
        slli     a5, a3, 2
        add      a4, a0, a5
        lw       a4, 0(a4)
        add      a5, a1, a5
        sw       a4, 0(a5)
        addi     a3, a3, 1
        bne      a3, a2, .L1
# LLVM-MCA-END
