# Instructions that a model lacks are skipped, which moves those after them below other vector types.
# oxmca: -mtriple=riscv64 -mcpu=sifive-p670 -mattr=+experimental-p -skip-unsupported-instructions=any -instruction-tables
# oxmca: -mtriple=riscv64 -mcpu=sifive-p670 -mattr=+experimental-p -skip-unsupported-instructions=any -iterations=5
# oxmca: -mtriple=riscv64 -mcpu=sifive-p670 -mattr=+experimental-p
	vsetvli	s5, s11, e32, m1, tu, ma
	zip16p	sp, s3, t6
	vfredusum.vs	v10, v25, v14
	vsetvli	s5, s11, e8, m8, tu, ma
	zip8p	s5, t3, ra
	zip8p	s6, t3, ra
	vmul.vv	v8, v16, v24
	vadd.vv	v8, v16, v24
