# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, gcc -O2 for RISC-V, dot_double
# expert: One sum waits for the other.
# must: accumulators
# may: none

# LLVM-MCA-BEGIN riscv-dot-double
.L24:
        fld      fa4,0(a0)
        fld      fa5,0(a1)
        addi     a0,a0,8
        addi     a1,a1,8
        fmadd.d  fa0,fa4,fa5,fa0
        bne      a0,a5,.L24
# LLVM-MCA-END
