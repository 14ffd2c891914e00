# Conditions: every cmov and set by its flags, and branches on them.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=20
	cmpq	%rsi, %rdi
	cmovaq	%rsi, %rax
	cmovaeq	%rsi, %rcx
	cmovbl	%esi, %edx
	cmovbew	%si, %r8w
	cmoveq	(%rdi), %r9
	cmovneq	%r10, %r11
	cmovgl	%esi, %eax
	cmovgel	8(%rdi), %ecx
	cmovlq	%rsi, %rdx
	cmovleq	%rsi, %r8
	cmovoq	%rsi, %r9
	cmovnoq	%rsi, %r10
	cmovpq	%rsi, %r11
	cmovnpq	%rsi, %rax
	cmovsq	%rsi, %rcx
	cmovnsq	%rsi, %rdx
	seta	%al
	setae	%cl
	setb	(%rdi)
	setbe	%dl
	setg	%r8b
	setle	1(%rdi)
	seto	%r9b
	setnp	%r10b
	sets	%r11b
	ja	1f
	jbe	1f
	jo	1f
	jnp	1f
	jrcxz	1f
	loop	1f
1:
