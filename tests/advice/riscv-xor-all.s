# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p550
# source: C, gcc -O2 for RISC-V, xor_all
# expert: Half of the instructions only run the loop.
# must: unroll
# may: accumulators

# LLVM-MCA-BEGIN riscv-xor-all
.L48:
        ld       a4,0(a5)
        addi     a5,a5,8
        xor      a0,a0,a4
        bne      a5,a3,.L48
# LLVM-MCA-END
