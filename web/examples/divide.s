# Digits of a number: division or
# multiplication? Compare the two regions.
# LLVM-MCA-BEGIN by division
	xorl	%edx, %edx
	divl	%ecx
	addl	$48, %edx
	movb	%dl, (%rdi)
	decq	%rdi
	testl	%eax, %eax
# LLVM-MCA-END
# LLVM-MCA-BEGIN by multiplication
	movl	%eax, %edx
	imulq	%r8, %rdx
	shrq	$35, %rdx
	leal	(%rdx,%rdx,4), %ecx
	addl	%ecx, %ecx
	subl	%ecx, %eax
	orb	$48, %al
	movb	%al, (%rdi)
	decq	%rdi
	movl	%edx, %eax
	testl	%eax, %eax
# LLVM-MCA-END
