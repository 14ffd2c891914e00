# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=spacemit-x60
# source: C, clang-23 -O2 for RISC-V with bit manipulation, sum_bytes
# expert: The addition waits for its load; vectors would do many bytes at once.
# must: unroll
# may: accumulators vectorize not_vectorized

# LLVM-MCA-BEGIN riscv-sum-bytes
.LBB2_2:
        lbu      a3, 0(a2)
        addi     a2, a2, 1
        addw     a0, a0, a3
        bne      a2, a1, .LBB2_2
# LLVM-MCA-END
