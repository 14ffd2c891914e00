// Kernels for Neoverse N2.
//
// oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n2

// LLVM-MCA-BEGIN quotients
// limit: ports N2UnitM0
.L1:
        udiv    x4, x5, x6
        subs    x3, x3, #1
        b.ne    .L1
// LLVM-MCA-END

// LLVM-MCA-BEGIN checksum
// Since LLVM 23 a checksum reaches the next one after a cycle, so that all of these are as slow.
// limit: dispatch and ports N2UnitM0 and chain through x0
.L2:
        ldrb    w4, [x0], #1
        crc32b  w5, w5, w4
        subs    x3, x3, #1
        b.ne    .L2
// LLVM-MCA-END

// LLVM-MCA-BEGIN logic
// limit: ports N2UnitM0, N2UnitM1, N2UnitS
.L3:
        and     x4, x10, x11
        orr     x5, x10, x11
        eor     x6, x10, x11
        bic     x7, x10, x11
        subs    x3, x3, #1
        b.ne    .L3
// LLVM-MCA-END
