# A second entry point inside a frame.
# oxmca: -mtriple=x86_64-apple-macosx13.0.0 -mcpu=haswell -iterations=5
	.globl	_first
_first:
	.cfi_startproc
	addl	$1, %eax
	.globl	_second
_second:
	addl	$2, %eax
	.cfi_endproc
