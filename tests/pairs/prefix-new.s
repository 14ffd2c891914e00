	.file	"prefix_iterators.65f2a9e46a6fa413-cgu.0"
	.section	.text._RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind,"ax",@progbits
	.globl	_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind
	.p2align	4
	.type	_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind,@function
_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind:
	.cfi_startproc
	.p2align	4
.LBB0_1:
	jmp	.LBB0_1
.Lfunc_end0:
	.size	_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind, .Lfunc_end0-_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind
	.cfi_endproc

	.section	.text.kernel,"ax",@progbits
	.globl	kernel
	.p2align	4
	.type	kernel,@function
kernel:
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rcx, (%rsp)
	movq	%rsp, %rax
	#APP
	#NO_APP
	movq	(%rsp), %rax
	movq	%rcx, (%rsp)
	movq	%rsp, %r8
	#APP
	#NO_APP
	movq	(%rsp), %r8
	cmpq	%rcx, %r8
	cmovbq	%r8, %rcx
	xorl	%r8d, %r8d
	testq	%rcx, %rcx
	je	.LBB1_4
	.p2align	4
.LBB1_1:
	movl	(%rsi,%r8,4), %r9d
	cmpl	(%rdx,%r8,4), %r9d
	jne	.LBB1_4
	incq	%r8
	cmpq	%r8, %rcx
	jne	.LBB1_1
	movq	%rcx, %r8
.LBB1_4:
	testq	%rax, %rax
	je	.LBB1_6
	movl	%r8d, (%rdi)
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB1_6:
	.cfi_def_cfa_offset 16
	leaq	.Lanon.622c465b30fc949e45e03741036f3979.1(%rip), %rdx
	xorl	%edi, %edi
	xorl	%esi, %esi
	callq	*_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check@GOTPCREL(%rip)
.Lfunc_end1:
	.size	kernel, .Lfunc_end1-kernel
	.cfi_endproc

	.type	.Lanon.622c465b30fc949e45e03741036f3979.0,@object
	.section	.rodata.str1.1,"aMS",@progbits,1
.Lanon.622c465b30fc949e45e03741036f3979.0:
	.asciz	"prefix-iterators.rs"
	.size	.Lanon.622c465b30fc949e45e03741036f3979.0, 20

	.type	.Lanon.622c465b30fc949e45e03741036f3979.1,@object
	.section	.data.rel.ro..Lanon.622c465b30fc949e45e03741036f3979.1,"aw",@progbits
	.p2align	3, 0x0
.Lanon.622c465b30fc949e45e03741036f3979.1:
	.quad	.Lanon.622c465b30fc949e45e03741036f3979.0
	.asciz	"\023\000\000\000\000\000\000\000\t\000\000\000\005\000\000"
	.size	.Lanon.622c465b30fc949e45e03741036f3979.1, 24

	.ident	"rustc version 1.95.0 (59807616e 2026-04-14)"
	.section	".note.GNU-stack","",@progbits
