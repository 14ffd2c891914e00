# Locked operations: counters, compare and swap loops, exchanges, a sixteen-byte swap, bit tests.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1 -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -instruction-tables=full
	lock incl	(%rdi)
	lock addq	$8, (%rdi)
	lock xaddl	%eax, (%rdi)
	xchgq	%rcx, (%rdi)
.Lretry:
	movq	(%rdi), %rax
	leaq	1(%rax), %rdx
	lock cmpxchgq	%rdx, (%rdi)
	jne	.Lretry
	lock cmpxchg8b	(%rsi)
	lock cmpxchg16b	(%rsi)
	lock orl	$0, (%rsp)
	lock btsq	$5, (%rdi)
	lock negb	(%rdi)
	lock subw	%ax, (%rdi)
	cmpxchgl	%ecx, %esi
	xaddq	%r8, %r9
