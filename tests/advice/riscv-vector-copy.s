# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-x280
# source: C, clang-23 -O3 -ffast-math for vectors of RISC-V, copy
# expert: These are vectors already.
# must: none
# may: unroll

# LLVM-MCA-BEGIN riscv-vector-copy
.LBB2_2:
        vsetvli  a4, a2, e32, m2, ta, ma
        slli     a5, a3, 2
        add      a6, a1, a5
        vle32.v  v8, (a6)
        vadd.vi  v8, v8, 1
        add      a5, a5, a0
        sub      a2, a2, a4
        vse32.v  v8, (a5)
        add      a3, a3, a4
        bnez     a2, .LBB2_2
# LLVM-MCA-END
