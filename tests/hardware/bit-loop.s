# Going through the bits that are set: isolate, count, clear.
# lacking: sandybridge ivybridge
# measured: znver5 2.00
# measured: znver3 3.40
.Lbit_loop:
	blsiq	%rax, %rdx
	tzcntq	%rdx, %rdx
	addq	%rdx, %rbx
	blsrq	%rax, %rax
	orq	$1, %rax
	decq	%rcx
	jne	.Lbit_loop
