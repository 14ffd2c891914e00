# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang-23 -O2 for RISC-V, prefix
# expert: Every sum is stored.
# must: none
# may: unroll

# LLVM-MCA-BEGIN riscv-prefix
.LBB18_2:
        ld       a3, 0(a0)
        add      a2, a2, a3
        sd       a2, 0(a0)
        addi     a0, a0, 8
        bne      a0, a1, .LBB18_2
# LLVM-MCA-END
