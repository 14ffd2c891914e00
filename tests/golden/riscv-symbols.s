# Constants, addresses, calls and jumps that stand for several instructions, with and without regions.
# oxmca: -mtriple=riscv64 -mcpu=sifive-p550 -show-encoding
# oxmca: -mtriple=riscv64 -mcpu=mips-p8700 -iterations=5 -skip-unsupported-instructions=any
# oxmca: -mtriple=riscv64 -mcpu=generic-ooo -mattr=+64bit,+c,+zba -show-encoding
# oxmca: -mtriple=riscv32 -mcpu=rocket-rv32 -instruction-tables=full
	li	a0, 0x12345
	li	a1, 0x7fffffff
	la	a2, table
	lla	a3, table+8
	lw	a4, counter
	sw	a4, counter, t0
	call	compute
	lui	a5, %hi(table)
	addi	a5, a5, %lo(table)
# LLVM-MCA-BEGIN jumps
	beq	a0, a1, away
	li	a0, 0x12345
	jal	t0, helper
	jalr	ra, 4(a5)
	tail	compute
# LLVM-MCA-END jumps
away:
