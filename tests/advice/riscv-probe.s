# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p670
# source: C, clang-23 -O2 for RISC-V with bit manipulation, probe
# expert: The data decide about the end.
# must: exit_by_data
# may: not_vectorized

# LLVM-MCA-BEGIN riscv-probe
.LBB42_1:
        and      a3, a4, a2
        sh3add   a4, a3, a0
        ld       a5, 0(a4)
        addi     a4, a3, 1
        bne      a5, a1, .LBB42_1
# LLVM-MCA-END
