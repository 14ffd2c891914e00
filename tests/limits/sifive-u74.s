# Kernels for the U74, which issues two instructions per cycle, in order: memory by pipe A, arithmetic of floats and
# branches by pipe B.
#
# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74

# LLVM-MCA-BEGIN power
# limit: chain through a0
.L1:
        mul     a0, a0, a1
        bnez    a2, .L1
# LLVM-MCA-END

# LLVM-MCA-BEGIN stores
# limit: ports VLEN512SiFive7PipeA
.L2:
        sd      a1, 0(a0)
        sd      a1, 8(a0)
        sd      a1, 16(a0)
        sd      a1, 24(a0)
        bnez    a2, .L2
# LLVM-MCA-END
