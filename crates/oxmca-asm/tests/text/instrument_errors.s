# LLVM-MCA-LATENCY
# LLVM-MCA-NOSUCH 5
# LLVM-MCA-
	nop
.warning "said in each reading"
