# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang -O2 for RISC-V, str_length
# expert: The data decide.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN riscv-string-length
.LBB9_1:
        add      a2, a0, a1
        lbu      a2, 0(a2)
        addi     a1, a1, 1
        bnez     a2, .LBB9_1
# LLVM-MCA-END
