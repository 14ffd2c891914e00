# Operands that do not fit: registers, widths, scales, immediates, missing parts.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -skip-unsupported-instructions=any -iterations=2
	addl	%rax, %ecx
	movb	$1000, %al
	movq	%rax
	addl	%eax, %ecx, %edx
	leaq	(%rax,%rcx,3), %rdx
	movl	%eax, $5
	addl	%xyz, %eax
	movl	(%rax, %ecx
	movl	$, %eax
	vaddps	%xmm0, %ymm1, %ymm2
	movl	(%rsp,%rsp), %eax
	movl	8(%eip,%ecx), %eax
	addq	$0x123456789, %rax
	xorl	%eax, %eax
	jmp	%eax
	shll	%dl, %eax
	vpgatherdd	%xmm0, (%rdi,%xmm0,4), %xmm0
	movw	%sil, %ax
	addb	%ah, %r8b
	"unterminated
	movl	%eax, 'x
