# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, clang-23 -O2 for RISC-V, saxpy
# expert: In order: loads, product and store wait for each other.
# must: unroll
# may: none

# LLVM-MCA-BEGIN riscv-saxpy
.LBB9_2:
        flw      fa5, 0(a1)
        flw      fa4, 0(a0)
        fmadd.s  fa5, fa0, fa5, fa4
        fsw      fa5, 0(a0)
        addi     a0, a0, 4
        addi     a1, a1, 4
        bne      a0, a2, .LBB9_2
# LLVM-MCA-END
