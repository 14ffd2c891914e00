# y = a*x + y over vectors: the type is set in the loop and gives the instructions their classes.
# oxmca: -mtriple=riscv64 -mcpu=sifive-x280 -iterations=10
# oxmca: -mtriple=riscv64 -mcpu=sifive-p670 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=riscv64 -mcpu=spacemit-x60 -bottleneck-analysis
# oxmca: -mtriple=riscv64 -mcpu=sifive-x390 -disable-im
# oxmca: -mtriple=riscv64 -mcpu=tt-ascalon-x -all-views -iterations=3
# oxmca: -mtriple=riscv64 -mcpu=sifive-p470 -instruction-tables=full
loop:
	vsetvli	a4, a0, e64, m2, ta, ma
	vle64.v	v8, (a1)
	vle64.v	v10, (a2)
	vfmacc.vf	v10, fa0, v8
	vse64.v	v10, (a2)
	slli	a5, a4, 3
	sub	a0, a0, a4
	add	a1, a1, a5
	add	a2, a2, a5
	bnez	a0, loop
