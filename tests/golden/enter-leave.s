# The instructions that make and undo a frame, and other microcoded ones.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -iterations=3
	enter	$32, $0
	enter	$16, $2
	leave
	cpuid
	rdtsc
	rdtscp
	xgetbv
	rdpmc
	lahf
	sahf
	xlatb
	cltq
	cwtl
	cbtw
	nop
	nopw	%ax
	nopl	8(%rax,%rax)
	ud2
	int3
	syscall
