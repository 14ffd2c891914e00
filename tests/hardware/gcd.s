# Greatest common divisor by subtraction, without branches.
# Published: sub, cmov and so on: 3 to 5 cycles.
# measured: znver5 3.00
# measured: znver3 3.00
# measured: graniterapids 3.00
.Lgcd:
	movq	%rax, %rdx
	subq	%rbx, %rdx
	cmovbq	%rax, %rbx
	movq	%rdx, %rax
	negq	%rdx
	cmovbq	%rdx, %rax
	decq	%rcx
	jne	.Lgcd
