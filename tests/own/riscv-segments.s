# Vector units that serve an instruction from the cycle after issue on, and are free until then: with segments an
# instruction holds them for as many cycles as its reciprocal throughput says, without for one more. In order and
# out of order.
#
# oxmca: -mtriple=riscv64 -mcpu=sifive-x280 -resource-segments -steady-state -iterations=20 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=riscv64 -mcpu=sifive-x280 -steady-state -iterations=20 -timeline -timeline-max-iterations=1 -instruction-info=false
# oxmca: -mtriple=riscv64 -mcpu=sifive-x390,tt-ascalon-x -resource-segments -steady-state
# oxmca: -mtriple=riscv64 -mcpu=sifive-x390,tt-ascalon-x -steady-state
# oxmca: -mtriple=riscv64 -mcpu=tt-ascalon-x -resource-segments -steady-state -bottleneck-analysis -all-stats -instruction-info=false
# oxmca: -mtriple=riscv64 -mcpu=tt-ascalon-x -resource-segments=false -json -instruction-info=false -resource-pressure=false
# oxmca: -mtriple=riscv64 -mcpu=tt-ascalon-x -resource-segments -json=full -instruction-info=false -resource-pressure=false -iterations=2
# LLVM-MCA-RISCV-LMUL M4
# LLVM-MCA-RISCV-SEW E32
	vadd.vv	v8, v12, v16
	vmul.vv	v20, v12, v16
	vadd.vx	v24, v12, a0
	vslidedown.vi	v28, v12, 1
