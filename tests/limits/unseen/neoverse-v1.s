// Kernels for Neoverse V1, which executes out of order.
//
// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-v1

// LLVM-MCA-BEGIN sum
// limit: chain through q0
.L1:
        ldr     q1, [x0], #16
        fadd    v0.4s, v0.4s, v1.4s
        cmp     x0, x1
        b.ne    .L1
// LLVM-MCA-END

// LLVM-MCA-BEGIN roots
// limit: ports V1UnitV0, V1UnitV2
.L2:
        fsqrt   d1, d2
        subs    x3, x3, #1
        b.ne    .L2
// LLVM-MCA-END

// LLVM-MCA-BEGIN loads
// limit: ports V1UnitL01, V1UnitL2
// found: ports V1UnitL2, V1UnitL01
// because: these are the same ports, in the order of the model
.L3:
        ldr     x4, [x0]
        ldr     x5, [x0, #8]
        ldr     x6, [x0, #16]
        ldr     x7, [x0, #24]
        ldr     x8, [x0, #32]
        ldr     x9, [x0, #40]
        subs    x3, x3, #1
        b.ne    .L3
// LLVM-MCA-END
