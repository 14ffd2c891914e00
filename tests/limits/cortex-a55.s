// Kernels for Cortex-A55, which issues two instructions per cycle, in order.
//
// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=cortex-a55

// LLVM-MCA-BEGIN product
// limit: chain through s0
.L1:
        fmadd   s0, s1, s2, s0
        subs    x2, x2, #1
        b.ne    .L1
// LLVM-MCA-END

// LLVM-MCA-BEGIN counters
// limit: dispatch
.L2:
        add     x4, x4, #1
        add     x5, x5, #1
        add     x6, x6, #1
        add     x7, x7, #1
        subs    x2, x2, #1
        b.ne    .L2
// LLVM-MCA-END
