# A function as Apple's assembler wants it.
# oxmca: -mtriple=x86_64-apple-macosx13.0.0 -mcpu=haswell -iterations=5
	.section	__TEXT,__text,regular,pure_instructions
	.build_version macos, 13, 0
	.globl	_sum                            ## -- Begin function sum
	.p2align	4, 0x90
_sum:                                   ## @sum
	.cfi_startproc
## %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	xorl	%eax, %eax
	.p2align	4, 0x90
LBB0_1:                                 ## =>This Inner Loop Header: Depth=1
	addl	(%rdi), %eax
	addq	$4, %rdi
	decq	%rsi
	jne	LBB0_1
	movq	_table@GOTPCREL(%rip), %rcx
	addl	(%rcx), %eax
	popq	%rbp
	retq
	.cfi_endproc
	.section	__TEXT,__cstring,cstring_literals
L_.str:
	.asciz	"sum"
	.zerofill	__DATA,__bss,_buffer,64,4
.subsections_via_symbols
