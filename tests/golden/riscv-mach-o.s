# Masks and upper bits are shown in hexadecimal where code is for Mach-O.
# oxmca: -mtriple=riscv64-unknown-unknown-macho -mcpu=sifive-p670 -instruction-tables -show-encoding
# oxmca: -mtriple=riscv32-apple-none-macho -mcpu=sifive-e76 -iterations=3 -print-imm-hex
# oxmca: -mtriple=riscv32-apple-none-macho -mcpu=sifive-e76 -iterations=3 -mattr=+c,+zcb
	andi	a0, a0, -1
	andi	a0, a1, 100
	andi	a0, a0, 255
	ori	a0, a1, -2
	xori	a0, a1, -1
	xori	a0, a1, -3
	c.andi	a0, -4
	lui	a0, 1000
	c.lui	a1, 31
	auipc	a0, 12
	li	a0, 0x12345678
	addi	a0, a0, -5
	slli	a0, a0, 3
	lw	a0, 16(a1)
