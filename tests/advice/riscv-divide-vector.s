# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, divide
# expert: The divisor is the same each time.
# must: reciprocal
# may: unroll

# LLVM-MCA-BEGIN riscv-divide-vector
.LBB16_2:
        fld      fa5, 0(a0)
        fdiv.d   fa5, fa5, fa0
        fsd      fa5, 0(a0)
        addi     a0, a0, 8
        bne      a0, a1, .LBB16_2
# LLVM-MCA-END
