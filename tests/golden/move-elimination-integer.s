# Chains of register moves: which are eliminated, and how many in a cycle.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=bdver2 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sapphirerapids
	movq	%rax, %rcx
	movq	%rcx, %rdx
	movl	%edx, %esi
	movl	%esi, %edi
	movq	%rdi, %rax
	addq	$1, %rax
	movslq	%eax, %r8
	movw	%r8w, %r9w
	movb	%r9b, %r10b
	movzbl	%r10b, %r11d
	xchgq	%rax, %r11
	xchgl	%ecx, %edx
	movq	%r11, %r11
