# Instructions that are compressed while they are read, and shown as what they stand for; encodings.
# oxmca: -mtriple=riscv64 -mcpu=sifive-u74 -show-encoding -iterations=6
# oxmca: -mtriple=riscv64 -mcpu=rocket-rv64 -show-encoding -mattr=+c,+zcb
# oxmca: -mtriple=riscv32 -mcpu=sifive-e76 -show-encoding -instruction-tables=full -skip-unsupported-instructions=any
# oxmca: -mtriple=riscv64be -mcpu=syntacore-scr7 -show-encoding -output-asm-variant=1
# oxmca: -mtriple=riscv64 -mcpu=xiangshan-nanhu -show-encoding -print-imm-hex
	addi	sp, sp, -32
	sd	ra, 24(sp)
	ld	a0, 0(a1)
	lw	a2, 64(a3)
	add	a0, a0, a2
	and	a0, a0, a4
	slli	a5, a5, 2
	li	a6, -7
	lui	a7, 31
	mv	s1, a0
	beqz	a0, done
	sw	s1, 12(a5)
	ld	ra, 24(sp)
	addi	sp, sp, 32
	jr	ra
done:
