// Kernels for Neoverse N1: 3 micro-ops are dispatched per cycle; nothing limits retirement.
//
// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1

// LLVM-MCA-BEGIN sum
// limit: chain through s0
.L1:
        fadd    s0, s0, s1
        fadd    s0, s0, s2
        subs    x2, x2, #1
        b.ne    .L1
// LLVM-MCA-END

// LLVM-MCA-BEGIN power
// limit: chain through x1
.L2:
        mul     x1, x1, x2
        subs    x3, x3, #1
        b.ne    .L2
// LLVM-MCA-END

// LLVM-MCA-BEGIN quotients of integers
// limit: ports N1UnitM
.L3:
        sdiv    x4, x1, x2
        subs    x3, x3, #1
        b.ne    .L3
// LLVM-MCA-END

// LLVM-MCA-BEGIN quotients
// limit: ports N1UnitV0
.L4:
        fdiv    d3, d1, d2
        subs    x3, x3, #1
        b.ne    .L4
// LLVM-MCA-END

// LLVM-MCA-BEGIN six sums
// limit: ports N1UnitV0, N1UnitV1
.L5:
        fadd    s0, s0, s6
        fadd    s1, s1, s6
        fadd    s2, s2, s6
        fadd    s3, s3, s6
        fadd    s4, s4, s6
        fadd    s5, s5, s6
        subs    x3, x3, #1
        b.ne    .L5
// LLVM-MCA-END

// LLVM-MCA-BEGIN list
// limit: chain through x0
.L6:
        ldr     x0, [x0]
        cbnz    x0, .L6
// LLVM-MCA-END

// LLVM-MCA-BEGIN a bit of everything
// limit: dispatch
.L7:
        ldr     x4, [x0]
        ldr     x5, [x1]
        add     x6, x8, x9
        fadd    s1, s2, s3
        fadd    s4, s2, s3
        add     x0, x0, #8
        add     x1, x1, #8
        subs    x3, x3, #1
        b.ne    .L7
// LLVM-MCA-END
