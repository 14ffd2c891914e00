// Kernels for M1, whose model is that of Cyclone.
//
// oxmca: -mtriple=arm64-apple-macos -mcpu=apple-m1

// LLVM-MCA-BEGIN product
// limit: chain through d0
.L1:
        fmul    d0, d0, d1
        subs    x3, x3, #1
        b.ne    .L1
// LLVM-MCA-END

// LLVM-MCA-BEGIN loads
// limit: ports CyUnitLS
.L2:
        ldr     x4, [x0]
        ldr     x5, [x0, #8]
        ldr     x6, [x0, #16]
        ldr     x7, [x0, #24]
        subs    x3, x3, #1
        b.ne    .L2
// LLVM-MCA-END

// LLVM-MCA-BEGIN counters
// limit: dispatch
.L3:
        add     x4, x4, #1
        add     x5, x5, #1
        add     x6, x6, #1
        add     x7, x7, #1
        fadd    d1, d2, d3
        fadd    d4, d2, d3
        ldr     x8, [x0]
        ldr     x9, [x0, #8]
        subs    x3, x3, #1
        b.ne    .L3
// LLVM-MCA-END
