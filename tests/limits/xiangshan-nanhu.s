# Kernels for Nanhu: 6 micro-ops are dispatched per cycle; two units each load, store and multiply.
#
# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=xiangshan-nanhu

# LLVM-MCA-BEGIN sum
# limit: chain through fa0
.L1:
        fld     fa1, 0(a0)
        fadd.d  fa0, fa0, fa1
        addi    a0, a0, 8
        bne     a0, a1, .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN stores
# limit: ports XS2ST
.L2:
        sd      a2, 0(a0)
        sd      a2, 8(a0)
        sd      a2, 16(a0)
        sd      a2, 24(a0)
        addi    a0, a0, 32
        bne     a0, a1, .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN loads
# limit: ports XS2LD
.L3:
        ld      a2, 0(a0)
        ld      a3, 8(a0)
        ld      a4, 16(a0)
        ld      a5, 24(a0)
        ld      a6, 32(a0)
        ld      a7, 40(a0)
        addi    a0, a0, 48
        bne     a0, a1, .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN list
# limit: chain through a0
.L4:
        ld      a0, 0(a0)
        bnez    a0, .L4
# LLVM-MCA-END
