// Kernels for Cortex-A53, which issues two instructions per cycle, in order.
//
// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=cortex-a53

// LLVM-MCA-BEGIN list
// limit: chain through x0
.L1:
        ldr     x0, [x0]
        cbnz    x0, .L1
// LLVM-MCA-END

// LLVM-MCA-BEGIN copy
// limit: results in x2
// found: chain through x2, nzcv
// because: the load, which is two micro-ops, cannot issue beside the branch, so that the chain takes all 9 cycles
.L2:
        ldr     x2, [x0], #8
        str     x2, [x1], #8
        subs    x3, x3, #1
        b.ne    .L2
// LLVM-MCA-END

// LLVM-MCA-BEGIN product
// limit: chain through d3
.L3:
        ldr     d1, [x0]
        ldr     d2, [x1]
        fmul    d3, d1, d2
        fadd    d4, d3, d5
        str     d4, [x2]
        subs    x3, x3, #1
        b.ne    .L3
// LLVM-MCA-END
