# Pushes and pops of 16 and 32 bits: llvm-mca 23.1.1 crashes on them. These reports are those of 22.1.8, except for the
# sums below timelines.
# oxmca: -mtriple=i686-unknown-unknown -mcpu=atom -iterations=4
# oxmca: -mtriple=i686-unknown-unknown -mcpu=slm -iterations=20
# oxmca: -mtriple=i686-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=i686-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=1
# oxmca: -mtriple=i686-unknown-unknown -mcpu=znver1 -iterations=20
# oxmca: -mtriple=i686-unknown-unknown -mcpu=znver4
	pushl	%ebp
	movl	%esp, %ebp
	pushw	%ax
	popw	%cx
	pushl	$table+16
	pushl	%eax
	pushl	8(%eax)
	pushw	$3
	popw	%dx
	popl	8(%eax)
	popl	%ecx
	popl	%edx
	popl	%ebp
