# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake --work -summary-view=0 -instruction-info=0 -resource-pressure=0
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake --hardware --work --steady-state=0 -summary-view=0 -instruction-info=0 -resource-pressure=0

# LLVM-MCA-BEGIN scaled by vectors
	vmulps	(%rdi,%rax,4), %ymm0, %ymm1
	vmovups	%ymm1, (%rsi,%rax,4)
	addq	$8, %rax
	cmpq	%rdx, %rax
	jne	.Lscaled
# LLVM-MCA-END

# LLVM-MCA-BEGIN every second byte, backwards
	movb	(%rdi), %al
	movb	%al, (%rsi)
	subq	$2, %rdi
	subq	$2, %rsi
	decq	%rcx
	jne	.Lbytes
# LLVM-MCA-END

# LLVM-MCA-BEGIN two lists of other elements
	movzwl	(%rdi), %eax
	addl	(%rsi), %eax
	addq	$2, %rdi
	addq	$4, %rsi
	jne	.Llists
# LLVM-MCA-END

# LLVM-MCA-BEGIN a linked list
	addl	8(%rdi), %eax
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	jne	.Llist
# LLVM-MCA-END

# LLVM-MCA-BEGIN a counter in memory
	addl	$1, (%rdi)
	decl	%eax
	jne	.Lcounter
# LLVM-MCA-END

# LLVM-MCA-BEGIN no memory
	imulq	%rsi, %rdi
	decl	%eax
	jne	.Lnone
# LLVM-MCA-END
