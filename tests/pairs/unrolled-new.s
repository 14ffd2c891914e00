	.file	"unrolled.c"
	.text
	.globl	kernel                          # -- Begin function kernel
	.p2align	4
	.type	kernel,@function
kernel:                                 # @kernel
# %bb.0:
	testq	%rcx, %rcx
	je	.LBB0_1
# %bb.2:
	movl	%ecx, %eax
	andl	$3, %eax
	cmpq	$4, %rcx
	jae	.LBB0_8
# %bb.3:
	xorl	%r9d, %r9d
	xorl	%r8d, %r8d
	jmp	.LBB0_5
.LBB0_1:
	xorl	%r8d, %r8d
	movl	%r8d, (%rdi)
	retq
.LBB0_8:
	pushq	%rbx
	andq	$-4, %rcx
	xorl	%r9d, %r9d
	xorl	%r8d, %r8d
	.p2align	4
.LBB0_9:                                # =>This Inner Loop Header: Depth=1
	movl	(%rdx,%r9,4), %r10d
	movl	4(%rdx,%r9,4), %r11d
	xorl	(%rsi,%r9,4), %r10d
	xorl	4(%rsi,%r9,4), %r11d
	addl	%r8d, %r10d
	movl	8(%rdx,%r9,4), %ebx
	xorl	8(%rsi,%r9,4), %ebx
	addl	%r11d, %ebx
	movl	12(%rdx,%r9,4), %r8d
	xorl	12(%rsi,%r9,4), %r8d
	addl	%r10d, %ebx
	addl	%ebx, %r8d
	addq	$4, %r9
	cmpq	%r9, %rcx
	jne	.LBB0_9
# %bb.4:
	testq	%rax, %rax
	popq	%rbx
	je	.LBB0_7
.LBB0_5:
	leaq	(%rdx,%r9,4), %rcx
	leaq	(%rsi,%r9,4), %rdx
	xorl	%esi, %esi
	.p2align	4
.LBB0_6:                                # =>This Inner Loop Header: Depth=1
	movl	(%rcx,%rsi,4), %r9d
	xorl	(%rdx,%rsi,4), %r9d
	addl	%r9d, %r8d
	incq	%rsi
	cmpq	%rsi, %rax
	jne	.LBB0_6
.LBB0_7:
	movl	%r8d, (%rdi)
	retq
.Lfunc_end0:
	.size	kernel, .Lfunc_end0-kernel
                                        # -- End function
	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
