# Kernels for X60, which issues two instructions per cycle, in order.
#
# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=spacemit-x60

# LLVM-MCA-BEGIN quotients
# limit: ports SMX60_IEUA
.L1:
        div     a2, a3, a4
        addi    a0, a0, 1
        bne     a0, a1, .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN sum
# limit: chain through fa1
.L2:
        fld     fa1, 0(a0)
        fadd.d  fa0, fa0, fa1
        addi    a0, a0, 8
        bne     a0, a1, .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN independent
# limit: dispatch and ports SMX60_IEUA, SMX60_IEUB
.L3:
        add     a2, a3, a4
        xor     a5, a3, a4
        or      a6, a3, a4
        and     a7, a3, a4
        addi    a0, a0, 1
        bne     a0, a1, .L3
# LLVM-MCA-END
