# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, xorshift
# expert: Each step needs the one before.
# must: none
# may: none

# LLVM-MCA-BEGIN riscv-xorshift
.LBB37_1:
        slli     a2, a0, 13
        xor      a0, a0, a2
        srli     a2, a0, 7
        xor      a0, a0, a2
        slli     a2, a0, 17
        addi     a1, a1, -1
        xor      a0, a0, a2
        bnez     a1, .LBB37_1
# LLVM-MCA-END
