# A loop between the byte markers of OSACA, whose last four bytes are no instruction.
#
# oxmca: -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1 -show-encoding -base=0x10000 --hex-file
e1 0d 80 d2 d5 03 20 1f
01 84 40 f8            // ldr  x1, [x0], #8
00 00 00 b0            // adrp x0, 4096
c0 ff ff 54            // b.eq -8
c1 1b 80 d2 d5 03 20 1f
