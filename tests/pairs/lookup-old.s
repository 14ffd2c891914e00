	.file	"lookup_unchecked.c8ff2befd2e1402c-cgu.0"
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
	testq	%rcx, %rcx
	je	.LBB1_1
	decq	%rcx
	movabsq	$4611686018427387903, %r10
	andq	%rcx, %r10
	leaq	1(%r10), %r9
	movl	%r9d, %r8d
	andl	$7, %r8d
	xorl	%ecx, %ecx
	cmpq	$7, %r10
	jb	.LBB1_6
	andq	$-8, %r9
	xorl	%ecx, %ecx
	.p2align	4
.LBB1_4:
	movslq	(%rsi), %r10
	addl	(%rdx,%r10,4), %ecx
	movslq	4(%rsi), %r10
	addl	(%rdx,%r10,4), %ecx
	movslq	8(%rsi), %r10
	addl	(%rdx,%r10,4), %ecx
	movslq	12(%rsi), %r10
	addl	(%rdx,%r10,4), %ecx
	movslq	16(%rsi), %r10
	addl	(%rdx,%r10,4), %ecx
	movslq	20(%rsi), %r10
	addl	(%rdx,%r10,4), %ecx
	movslq	24(%rsi), %r10
	addl	(%rdx,%r10,4), %ecx
	movslq	28(%rsi), %r10
	addq	$32, %rsi
	addl	(%rdx,%r10,4), %ecx
	addq	$-8, %r9
	jne	.LBB1_4
	testq	%r8, %r8
	je	.LBB1_8
.LBB1_6:
	xorl	%r9d, %r9d
	.p2align	4
.LBB1_7:
	movslq	(%rsi,%r9,4), %r10
	addl	(%rdx,%r10,4), %ecx
	incq	%r9
	cmpq	%r9, %r8
	jne	.LBB1_7
.LBB1_8:
	testq	%rax, %rax
	je	.LBB1_10
.LBB1_9:
	movl	%ecx, (%rdi)
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:
	.cfi_def_cfa_offset 16
	xorl	%ecx, %ecx
	testq	%rax, %rax
	jne	.LBB1_9
.LBB1_10:
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
	.asciz	"lookup-unchecked.rs"
	.size	.Lanon.622c465b30fc949e45e03741036f3979.0, 20

	.type	.Lanon.622c465b30fc949e45e03741036f3979.1,@object
	.section	.data.rel.ro..Lanon.622c465b30fc949e45e03741036f3979.1,"aw",@progbits
	.p2align	3, 0x0
.Lanon.622c465b30fc949e45e03741036f3979.1:
	.quad	.Lanon.622c465b30fc949e45e03741036f3979.0
	.asciz	"\023\000\000\000\000\000\000\000\r\000\000\000\005\000\000"
	.size	.Lanon.622c465b30fc949e45e03741036f3979.1, 24

	.ident	"rustc version 1.95.0 (59807616e 2026-04-14)"
	.section	".note.GNU-stack","",@progbits
