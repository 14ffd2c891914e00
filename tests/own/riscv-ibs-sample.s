# Simulated samples of vector code: in order, out of order, and of one micro-op in 29.
#
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -ibs-sample=1 -mcpu=sifive-x280 -iterations=10
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -ibs-sample=29 -mcpu=sifive-p670 -iterations=100003
	vsetvli	t0, a0, e32, m4, ta, ma
	vle32.v	v8, (a1)
	vmacc.vv	v16, v8, v8
	vredsum.vs	v24, v16, v24
	vmv.x.s	a2, v24
	add	a3, a3, a2
