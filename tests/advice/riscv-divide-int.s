# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang-23 -O2 for RISC-V, divide_int
# expert: The divisor is the same each time.
# must: reciprocal
# may: unroll

# LLVM-MCA-BEGIN riscv-divide-int
.LBB17_2:
        lw       a3, 0(a0)
        divuw    a3, a3, a1
        sw       a3, 0(a0)
        addi     a0, a0, 4
        bne      a0, a2, .LBB17_2
# LLVM-MCA-END
