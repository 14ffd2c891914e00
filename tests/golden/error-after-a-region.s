# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -mattr=+avx512f
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -mattr=+avx512f -json
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -mattr=+avx512f -skip-unsupported-instructions=lack-sched
# The report on the first region is printed before the second fails.
# LLVM-MCA-BEGIN modelled
	addps	%xmm0, %xmm1
# LLVM-MCA-END
# LLVM-MCA-BEGIN unmodelled
	vaddps	%zmm0, %zmm1, %zmm2
# LLVM-MCA-END
