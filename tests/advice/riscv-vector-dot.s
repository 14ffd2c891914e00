# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p670
# source: C, clang-23 -O3 -ffast-math for vectors of RISC-V, dot
# expert: One sum waits for the other; longer groups of registers would help.
# must: none
# may: accumulators

# LLVM-MCA-BEGIN riscv-vector-dot
.LBB1_2:
        vsetvli  a4, a2, e8, mf2, ta, ma
        slli     a5, a3, 2
        add      a6, a0, a5
        vle32.v  v10, (a6)
        add      a5, a5, a1
        vle32.v  v12, (a5)
        vsetvli  zero, zero, e32, m2, tu, ma
        vfmacc.vv v8, v12, v10
        sub      a2, a2, a4
        add      a3, a3, a4
        bnez     a2, .LBB1_2
# LLVM-MCA-END
