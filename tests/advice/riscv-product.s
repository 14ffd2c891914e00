# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, product
# expert: One product waits for the other.
# must: accumulators
# may: none

# LLVM-MCA-BEGIN riscv-product
.LBB8_2:
        fld      fa5, 0(a0)
        fmul.d   fa0, fa0, fa5
        addi     a0, a0, 8
        bne      a0, a1, .LBB8_2
# LLVM-MCA-END
