# Kernels for P670, which executes out of order.
#
# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-p670

# LLVM-MCA-BEGIN products
# limit: ports SiFiveP600IEXQ1
.L1:
        mul     a2, a3, a4
        mul     a5, a3, a4
        mul     a6, a3, a4
        addi    a0, a0, 1
        bne     a0, a1, .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN sum
# limit: chain through fa0
.L2:
        fld     fa1, 0(a0)
        fmadd.d fa0, fa1, fa2, fa0
        addi    a0, a0, 8
        bne     a0, a1, .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN loads
# limit: ports SiFiveP600LDST
.L3:
        ld      a2, 0(a0)
        ld      a3, 8(a0)
        ld      a4, 16(a0)
        ld      a5, 24(a0)
        ld      a6, 32(a0)
        bne     a0, a1, .L3
# LLVM-MCA-END
