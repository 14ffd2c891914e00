# Region marks in every kind of comment, with spaces, with text that is no mark, and reused names.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -iterations=3
#LLVM-MCA-BEGIN tight
	addl	$1, %eax
#LLVM-MCA-END tight
	addl	$2, %eax	# LLVM-MCA-BEGIN after an instruction
	addl	$3, %eax
	# LLVM-MCA-END after an instruction
/* LLVM-MCA-BEGIN block */
	addl	$4, %eax
/* LLVM-MCA-END block */
// LLVM-MCA-BEGIN slashes
	addl	$5, %eax
// LLVM-MCA-END slashes
#	  LLVM-MCA-BEGIN    spaces   inside   
	addl	$6, %eax
# LLVM-MCA-END    spaces   inside   
# see LLVM-MCA-BEGIN in the manual
# llvm-mca-begin lower
# LLVM-MCA-BEGINNING of something
	addl	$7, %eax
# LLVM-MCA-BEGIN tight
	addl	$8, %eax
# LLVM-MCA-END tight
## LLVM-MCA-BEGIN doubled
	addl	$9, %eax
