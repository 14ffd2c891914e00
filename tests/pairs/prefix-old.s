	.file	"prefix_indices.f2e403de7c785e55-cgu.0"
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
	movq	(%rsp), %r8
	movq	%rcx, (%rsp)
	#APP
	#NO_APP
	testq	%rcx, %rcx
	je	.LBB1_1
	movq	(%rsp), %rax
	xorl	%r9d, %r9d
	.p2align	4
.LBB1_5:
	cmpq	%r9, %rax
	je	.LBB1_10
	movl	(%rsi,%r9,4), %r10d
	cmpl	(%rdx,%r9,4), %r10d
	jne	.LBB1_2
	incq	%r9
	cmpq	%r9, %rcx
	jne	.LBB1_5
	movq	%rcx, %r9
	jmp	.LBB1_2
.LBB1_1:
	xorl	%r9d, %r9d
.LBB1_2:
	testq	%r8, %r8
	je	.LBB1_3
	movl	%r9d, (%rdi)
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB1_10:
	.cfi_def_cfa_offset 16
	leaq	.Lanon.622c465b30fc949e45e03741036f3979.1(%rip), %rdx
	movq	%rax, %rdi
	movq	%rax, %rsi
	callq	*_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check@GOTPCREL(%rip)
.LBB1_3:
	leaq	.Lanon.622c465b30fc949e45e03741036f3979.2(%rip), %rdx
	xorl	%edi, %edi
	xorl	%esi, %esi
	callq	*_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check@GOTPCREL(%rip)
.Lfunc_end1:
	.size	kernel, .Lfunc_end1-kernel
	.cfi_endproc

	.type	.Lanon.622c465b30fc949e45e03741036f3979.0,@object
	.section	.rodata.str1.1,"aMS",@progbits,1
.Lanon.622c465b30fc949e45e03741036f3979.0:
	.asciz	"prefix-indices.rs"
	.size	.Lanon.622c465b30fc949e45e03741036f3979.0, 18

	.type	.Lanon.622c465b30fc949e45e03741036f3979.1,@object
	.section	.data.rel.ro..Lanon.622c465b30fc949e45e03741036f3979.1,"aw",@progbits
	.p2align	3, 0x0
.Lanon.622c465b30fc949e45e03741036f3979.1:
	.quad	.Lanon.622c465b30fc949e45e03741036f3979.0
	.asciz	"\021\000\000\000\000\000\000\000\t\000\000\000,\000\000"
	.size	.Lanon.622c465b30fc949e45e03741036f3979.1, 24

	.type	.Lanon.622c465b30fc949e45e03741036f3979.2,@object
	.section	.data.rel.ro..Lanon.622c465b30fc949e45e03741036f3979.2,"aw",@progbits
	.p2align	3, 0x0
.Lanon.622c465b30fc949e45e03741036f3979.2:
	.quad	.Lanon.622c465b30fc949e45e03741036f3979.0
	.asciz	"\021\000\000\000\000\000\000\000\f\000\000\000\005\000\000"
	.size	.Lanon.622c465b30fc949e45e03741036f3979.2, 24

	.ident	"rustc version 1.95.0 (59807616e 2026-04-14)"
	.section	".note.GNU-stack","",@progbits
