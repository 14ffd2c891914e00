# One exchange of a sorting network in registers.
# measured: znver5 4.00
# measured: znver3 3.00
.Lsort_pair:
	movq	%rax, %rdx
	cmpq	%rbx, %rax
	cmovgq	%rbx, %rax
	cmovgq	%rdx, %rbx
	addq	$3, %rax
	decq	%rcx
	jne	.Lsort_pair
