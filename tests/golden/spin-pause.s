# A spin lock: test, pause, test and set, release.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2 -timeline -timeline-max-iterations=2 -iterations=5
.Lspin:
	cmpl	$0, (%rdi)
	je	.Ltry
	pause
	jmp	.Lspin
.Ltry:
	movl	$1, %eax
	xchgl	%eax, (%rdi)
	testl	%eax, %eax
	jne	.Lspin
	movl	$0, (%rdi)
