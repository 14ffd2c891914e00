# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang-23 -O2 for RISC-V, gcd
# expert: Each remainder needs the one before, and the data decide about the end.
# must: exit_by_data
# may: none

# LLVM-MCA-BEGIN riscv-gcd
.LBB32_1:
        mv       a2, a1
        remuw    a1, a0, a1
        mv       a0, a2
        bnez     a1, .LBB32_1
# LLVM-MCA-END
