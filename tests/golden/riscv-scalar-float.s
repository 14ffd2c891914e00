# A matrix row of doubles, conversions, square root and division on processors in order and out of order.
# oxmca: -mtriple=riscv64 -mcpu=sifive-u74 -timeline -iterations=3
# oxmca: -mtriple=riscv64 -mcpu=syntacore-scr7
# oxmca: -mtriple=riscv64 -mcpu=andes-nx45 -skip-unsupported-instructions=any -timeline -timeline-max-iterations=2
# oxmca: -mtriple=riscv64 -mcpu=xiangshan-nanhu -bottleneck-analysis
# oxmca: -mtriple=riscv64 -mcpu=sifive-p550 -scheduler-stats -retire-stats -register-file-stats
# oxmca: -mtriple=riscv64 -mcpu=rocket-rv64 -mattr=+f,+zfinx
# oxmca: -mtriple=riscv64 -mcpu=rocket
loop:
	fld	fa0, 0(a0)
	fld	fa1, 0(a1)
	fmadd.d	fa2, fa0, fa1, fa2
	fsqrt.d	fa3, fa2
	fdiv.d	fa4, fa3, fa1, rtz
	fcvt.w.d	a4, fa4, rtz
	fcvt.d.w	fa5, a4
	feq.d	a5, fa5, fa4
	fsd	fa5, 0(a2)
	addi	a0, a0, 8
	addi	a1, a1, 8
	bltu	a0, a3, loop
