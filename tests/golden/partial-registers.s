# Writes of parts of registers and reads of the whole, high bytes, merges of vector halves.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=2
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -timeline -timeline-max-iterations=1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4
	movb	%cl, %al
	addl	%eax, %edx
	movw	%dx, %ax
	addq	%rax, %rbx
	movb	$1, %ah
	addb	%ah, %bl
	movl	%eax, %esi
	imulw	%dx, %cx
	addl	%ecx, %ecx
	sete	%dl
	movsbl	%dl, %edi
	incb	%dil
	addw	$7, %di
	movzwl	%di, %r8d
	cvtsi2ss	%r8d, %xmm0
	sqrtss	%xmm0, %xmm1
	movss	%xmm1, %xmm0
	movlps	(%rsp), %xmm0
	movhpd	8(%rsp), %xmm0
	movsd	%xmm0, %xmm2
	pinsrw	$2, %eax, %xmm2
	addps	%xmm2, %xmm0
