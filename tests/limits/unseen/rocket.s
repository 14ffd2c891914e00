# Kernels for Rocket, which issues one instruction per cycle, in order.
#
# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=rocket-rv64 -mattr=+d,+m

# LLVM-MCA-BEGIN counters
# limit: dispatch
.L1:
        addi    a1, a1, 1
        addi    a2, a2, 1
        addi    a3, a3, 1
        addi    a4, a4, 1
        addi    a5, a5, 1
        bne     a0, a1, .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN sum
# limit: several parts
.L2:
        fld     fa1, 0(a0)
        fadd.d  fa0, fa0, fa1
        addi    a0, a0, 8
        bne     a0, a1, .L2
# LLVM-MCA-END

# LLVM-MCA-BEGIN power
# limit: chain through a0
.L3:
        mul     a0, a0, a1
        bnez    a2, .L3
# LLVM-MCA-END

# LLVM-MCA-BEGIN scale
# limit: results in fa2
.L4:
        fld     fa1, 0(a0)
        fmul.d  fa2, fa1, fa0
        fsd     fa2, 0(a0)
        addi    a0, a0, 8
        bne     a0, a1, .L4
# LLVM-MCA-END
