# arguments: -mtriple=mips-linux-gnu -mcpu=mips32r2 -timeline -iterations=2
	# LLVM-MCA-LATENCY 7
	.option	pic2
	j	away
	addu	$4, $5, $6
	jal	func
