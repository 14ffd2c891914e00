# Symbols, assignments, expressions, macros, repeats and conditionals ahead of the instructions they make.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver4 -iterations=5
	.set	stride, 16
	count = 3
	.equ	offset, stride*2+4
	.macro	step reg, by=1
	addq	$\by, \reg
	leaq	stride*\by(\reg), \reg
	.endm
	step	%rdi
	step	%rsi, 4
	movl	$offset, %eax
	movl	$(1<<count)|1, %ecx
	movl	$~0, %edx
	movl	$'A', %r8d
	movl	$0x7f, %r10d
	movl	$017, %r11d
	movq	table+stride*2(%rip), %rax
	movq	table@GOTPCREL(%rip), %rcx
	leaq	thing@TLSGD(%rip), %rdi
	movq	%fs:thing@TPOFF, %rdx
	movl	-offset(%rsp), %esi
	.rept	2
	imulq	%rax, %rcx
	.endr
	.irp	r, %rax,%rbx
	incq	\r
	.endr
	.if	stride == 16
	notq	%rax
	.else
	negq	%rax
	.endif
	.ifdef	undefined_thing
	nop
	.endif
	movl	%eax, %ebx; movl %ebx, %ecx	# two on a line
	/* a block
	   comment */ xorl %edx, %ecx
1:	addl	$1, %eax
	jne	1b
	jmp	1f
1:
