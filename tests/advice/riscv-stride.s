# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=spacemit-x60
# source: C, clang-23 -O2 for RISC-V with bit manipulation, stride2
# expert: In order: load, product and store wait for each other. Vectors have loads of every second element.
# must: unroll
# may: vectorize

# LLVM-MCA-BEGIN riscv-stride
.LBB28_2:
        flw      fa4, 0(a1)
        fmul.s   fa4, fa4, fa5
        fsw      fa4, 0(a0)
        addi     a0, a0, 4
        addi     a1, a1, 8
        bne      a0, a2, .LBB28_2
# LLVM-MCA-END
