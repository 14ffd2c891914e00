# A loop over vectors, whose type is set in it, and the same without: by instruments, which take the place of the
# instruction that sets it.
#
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=sifive-p670
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=sifive-x280
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=spacemit-x60
# oxmca: -mtriple=riscv64 -instruction-info=false -resource-pressure=false -steady-state -mcpu=tt-ascalon-x -disable-im
# LLVM-MCA-BEGIN type
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
# LLVM-MCA-END type
# LLVM-MCA-BEGIN instruments
# LLVM-MCA-RISCV-LMUL M8
# LLVM-MCA-RISCV-SEW E16
	vle64.v	v8, (a1)
	vfdiv.vv	v16, v8, v8
	vfredosum.vs	v24, v16, v24
# LLVM-MCA-LATENCY 9
	add	a0, a0, a1
# LLVM-MCA-END instruments
