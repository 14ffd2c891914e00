# Values from a table by bytes of a string, as a gather does: loads that depend on loads, but not on the iteration
# before.
# Published: four loads: 2 cycles with two a cycle.
# measured: znver5 2.00
# measured: znver3 2.00
.Ltable_lookup:
	movzbl	(%rsi), %eax
	addl	(%rdi,%rax,4), %edx
	movzbl	1(%rsi), %eax
	addl	(%rdi,%rax,4), %edx
	addq	$2, %rsi
	decq	%rcx
	jne	.Ltable_lookup
