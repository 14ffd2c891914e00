# LLVM-MCA-BEGIN vector
# LLVM-MCA-RISCV-LMUL M2
# LLVM-MCA-RISCV-SEW E32
	vle32.v	v8, (a1)
	vfmacc.vf	v10, fa0, v8
# LLVM-MCA-END vector
# LLVM-MCA-BEGIN scalar
	la	a0, table
	ld	a1, 8(a0)
	mul	a2, a1, a2
	bnez	a2, away
away:
# LLVM-MCA-END scalar
