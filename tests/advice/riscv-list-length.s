# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, list_length
# expert: The next address is loaded.
# must: exit_by_data
# may: none

# LLVM-MCA-BEGIN riscv-list-length
.LBB20_1:
        ld       a0, 0(a0)
        addi     a1, a1, 1
        bnez     a0, .LBB20_1
# LLVM-MCA-END
