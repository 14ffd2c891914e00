# One row of a long multiplication, with one carry and with the two carries of ADX.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=broadwell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake
	movq	(%rsi), %rdx
	mulxq	(%rcx), %r8, %r9
	mulxq	8(%rcx), %r10, %r11
	adcxq	%r8, %rax
	adoxq	%r9, %rbx
	adcxq	(%rdi), %r10
	adoxq	8(%rdi), %r11
	movq	%rax, (%rdi)
	mulxl	%eax, %ebp, %r12d
	movq	8(%rsi), %rax
	mulq	16(%rcx)
	addq	%rax, %r8
	adcq	$0, %rdx
	imulq	%r9
	imull	%r10d
	mulb	%bl
	mulw	(%rdi)
	imulq	$10, %rdx, %rdx
	imulw	$3, (%rdi), %cx
