# A loop between the byte markers of OSACA, with compressed instructions.
#
# oxmca: -mtriple=riscv64-unknown-linux-gnu -mcpu=sifive-u74 -mattr=+c -show-encoding -base=0x10000 --hex-file
93 05 f0 06 13 00 00 00
05 05                  // addi a0, a0, 1
33 05 b5 02            // mul  a0, a0, a1
e3 1d b5 fe            // bne  a0, a1, -6
93 05 e0 0d 13 00 00 00
