# Labels of the text that are called as those that addresses are given: whichever comes later is renamed.
# oxmca: -mtriple=riscv64 -mcpu=sifive-p670 -iterations=2 -show-encoding
# oxmca: -mtriple=riscv32 -mcpu=rocket-rv32 -instruction-tables=full
.Lpcrel_hi0:
	la	a0, x
	la	a1, y
	lla	a2, .Lpcrel_hi0
	lla	a3, .Lpcrel_hi3
.Lpcrel_hi3:
	lw	a4, .Lpcrel_hi3
	j	.Lpcrel_hi2
.Lpcrel_hi2:
	j	.Lpcrel_hi2
	la	a0, z
.Lpcrel_hi4 = 4
	addi	a0, a0, .Lpcrel_hi4
	lui	a0, %hi(.Lpcrel_hi6)
.Lpcrel_hi6:
	la	a0, .Lpcrel_hi8
