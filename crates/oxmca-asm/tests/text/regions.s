	nop
# LLVM-MCA-BEGIN first
	inc %eax	# LLVM-MCA-BEGIN second
	inc %ecx
# LLVM-MCA-END first
	inc %edx	# LLVM-MCA-END second
	nop
// LLVM-MCA-BEGIN
/* LLVM-MCA-LATENCY 100 */ inc %esi
# LLVM-MCA-END
	nop
.macro body
	inc %edi
.endm
#LLVM-MCA-BEGIN	third
	body
	body
# LLVM-MCA-END third
	body
