# Numbers of Fibonacci: an addition, and moves that the renamer does.
# Published: one addition: 1 cycle where moves take no time.
# measured: znver5 1.00
# measured: znver3 1.00
.Lfibonacci:
	movq	%rax, %rdx
	addq	%rbx, %rax
	movq	%rdx, %rbx
	decq	%rcx
	jne	.Lfibonacci
