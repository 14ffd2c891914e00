# A whole function as a compiler writes it: sections, visibility, CFI, alignment, constants, jump table.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=sandybridge -iterations=10
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2 -timeline -timeline-max-iterations=1 -iterations=5
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver3 -instruction-tables
	.text
	.file	"count.c"
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI0_0:
	.long	1
	.long	2
	.zero	8
	.text
	.globl	count_kinds
	.p2align	4
	.type	count_kinds,@function
count_kinds:
.Lfunc_begin0:
	.file	0 "/src" "count.c" md5 0x0123456789abcdef0123456789abcdef
	.loc	0 12 0
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	.loc	0 13 7 prologue_end
	testl	%esi, %esi
	jle	.LBB0_1
	movl	%esi, %eax
	xorl	%ecx, %ecx
	xorl	%ebx, %ebx
	leaq	.LJTI0_0(%rip), %rdx
	jmp	.LBB0_3
	.p2align	4
.LBB0_5:
	addl	$2, %ebx
.LBB0_6:
	incq	%rcx
	cmpq	%rcx, %rax
	je	.LBB0_2
.LBB0_3:
	movzbl	(%rdi,%rcx), %esi
	cmpl	$3, %esi
	ja	.LBB0_6
	movslq	(%rdx,%rsi,4), %rsi
	addq	%rdx, %rsi
	jmpq	*%rsi
.LBB0_1:
	xorl	%ebx, %ebx
.LBB0_2:
	movdqa	.LCPI0_0(%rip), %xmm0
	movl	%ebx, %eax
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end0:
	.size	count_kinds, .Lfunc_end0-count_kinds
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI0_0:
	.long	.LBB0_5-.LJTI0_0
	.long	.LBB0_6-.LJTI0_0
	.long	.LBB0_5-.LJTI0_0
	.set	alias_of_count, count_kinds
	.weak	alias_of_count
	.comm	shared_buffer,64,16
	.data
	.quad	count_kinds+8
	.byte	1, 2, 0xff, 'a'
	.asciz	"text with \"quotes\"\n"
	.short	-1
	.fill	3, 2, 7
	.section	".note.GNU-stack","",@progbits
	.ident	"a compiler"
	.addrsig
	.addrsig_sym count_kinds
