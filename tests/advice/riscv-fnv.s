# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang-23 -O2 for RISC-V, fnv
# expert: Every step needs the one before, and the product with a prime cannot be regrouped.
# must: none
# may: unroll

# LLVM-MCA-BEGIN riscv-fnv
.LBB25_2:
        lbu      a4, 0(a0)
        xor      a1, a1, a4
        mulw     a1, a1, a3
        addi     a0, a0, 1
        bne      a0, a2, .LBB25_2
# LLVM-MCA-END
