# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74
# source: C, gcc -O2 for RISC-V, add_int
# expert: In order: loads, sum and store wait for each other.
# must: unroll
# may: none

# LLVM-MCA-BEGIN riscv-add-int
.L72:
        lw       a4,0(a1)
        lw       a5,0(a2)
        addi     a1,a1,4
        addi     a2,a2,4
        addw     a5,a5,a4
        sw       a5,0(a0)
        addi     a0,a0,4
        bne      a1,a3,.L72
# LLVM-MCA-END
