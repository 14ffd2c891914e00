# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, clang-23 -O2 for RISC-V, find_byte
# expert: The data decide about the end.
# must: exit_by_data
# may: none

# LLVM-MCA-BEGIN riscv-find-byte
.LBB23_1:
        lbu      a3, 0(a0)
        beq      a3, a1, .LBB23_4
        addi     a2, a2, -1
        addi     a0, a0, 1
        bnez     a2, .LBB23_1
# LLVM-MCA-END
