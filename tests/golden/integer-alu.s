# Arithmetic and logic: register, immediate and memory forms of the common operations.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=atom -iterations=3
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=slm -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -dispatch=1 -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=alderlake -iterations=20
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=lunarlake
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -register-file-size=12 -iterations=20
	addl	%edi, %eax
	addq	$127, %rcx
	addq	$128, %rcx
	addb	$-1, (%rdi)
	subl	(%rsi), %eax
	subw	$300, %dx
	andl	$-16, %eax
	andb	$15, %al
	orq	%r8, (%rdi)
	orl	$1, %r9d
	xorl	8(%rdi,%rcx,4), %eax
	xorw	%cx, %dx
	cmpl	$0, (%rdi)
	cmpb	%sil, %dil
	testq	%rax, %rax
	testb	$1, (%rdi)
	testl	$4096, %ecx
	incl	%eax
	decq	(%rdi)
	negl	%ecx
	notq	%rdx
	negw	(%rsi)
	notb	(%rsi)
	movl	$-1, %r10d
	movq	$-1, %r11
	movabsq	$1311768467463790320, %rax
	movabsq	81985529216486895, %rax
	movq	%fs:40, %rax
	movl	%gs:(%rdi), %ecx
	movsbq	(%rdi), %rdx
	movswl	%cx, %esi
	movzbw	(%rsi), %cx
	movslq	4(%rdi), %r8
