# Integer divisions of every width, signed and not, register and memory: a digit loop and a gcd step.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=icelake-server -iterations=30
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -instruction-tables
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
	movl	%edi, %eax
	xorl	%edx, %edx
	divl	%ecx
	movl	%edx, %esi
	movq	%r8, %rax
	cqto
	idivq	%r9
	movq	%rdx, %r8
	cltd
	idivl	8(%rsp)
	movw	%bx, %ax
	cwtd
	idivw	%r10w
	xorl	%edx, %edx
	divw	2(%rsp)
	movzbl	%r11b, %eax
	divb	%cl
	idivb	3(%rsp)
	xorl	%edx, %edx
	divq	16(%rsp)
