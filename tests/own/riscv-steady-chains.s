# Divisions that keep their unit busy, a chain through memory's latency, and registers that cross iterations, in
# processors that issue in order and out of order.
#
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=rocket-rv64
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=sifive-u74
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=andes-ax45
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=xiangshan-nanhu
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=mips-p8700
	ld	a0, 0(a0)
	div	a1, a2, a3
	mul	a4, a1, a4
	fmadd.d	fa0, fa1, fa2, fa0
	fdiv.d	fa3, fa4, fa5
	add	a5, a5, a4
	sd	a5, 8(a0)
