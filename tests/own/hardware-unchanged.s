# Instructions that the tables have as writing what they leave as it is, and as reading what they do not: the accumulator of `cdq`,
# flags of `stc`. No chain goes through them. `cwd` and `cmc` wait for what was there.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver3 --hardware --steady-state --summary-view=false --instruction-info=false --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --steady-state --summary-view=false --instruction-info=false --resource-pressure=false
# LLVM-MCA-BEGIN cdq
	cltd
	cltd
# LLVM-MCA-END
# LLVM-MCA-BEGIN cqo
	cqto
	cqto
# LLVM-MCA-END
# LLVM-MCA-BEGIN stc
	stc
	stc
# LLVM-MCA-END
# LLVM-MCA-BEGIN cwd
	cwtd
	cwtd
# LLVM-MCA-END
# LLVM-MCA-BEGIN cmc
	cmc
	cmc
# LLVM-MCA-END
