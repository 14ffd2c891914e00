# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang-23 -O2 for RISC-V, copy_bytes
# expert: In order: each store waits for its load. Wider accesses would have to be aligned.
# must: unroll
# may: none

# LLVM-MCA-BEGIN riscv-copy-bytes
.LBB13_2:
        lbu      a3, 0(a1)
        addi     a1, a1, 1
        sb       a3, 0(a0)
        addi     a0, a0, 1
        bne      a0, a2, .LBB13_2
# LLVM-MCA-END
