	.file	"unrolled.c"
	.text
	.globl	kernel                          # -- Begin function kernel
	.p2align	4
	.type	kernel,@function
kernel:                                 # @kernel
# %bb.0:
	xorl	%eax, %eax
	testq	%rcx, %rcx
	je	.LBB0_3
# %bb.1:
	xorl	%r8d, %r8d
	.p2align	4
.LBB0_2:                                # =>This Inner Loop Header: Depth=1
	movl	(%rdx,%r8,4), %r9d
	xorl	(%rsi,%r8,4), %r9d
	addl	%r9d, %eax
	incq	%r8
	cmpq	%r8, %rcx
	jne	.LBB0_2
.LBB0_3:
	movl	%eax, (%rdi)
	retq
.Lfunc_end0:
	.size	kernel, .Lfunc_end0-kernel
                                        # -- End function
	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
