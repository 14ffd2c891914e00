	.file	"dot-product.c"
	.text
	.globl	kernel                          # -- Begin function kernel
	.p2align	4
	.type	kernel,@function
kernel:                                 # @kernel
# %bb.0:
	testq	%rcx, %rcx
	je	.LBB0_1
# %bb.2:
	cmpq	$4, %rcx
	jae	.LBB0_5
# %bb.3:
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%eax, %eax
	jmp	.LBB0_4
.LBB0_1:
	vxorps	%xmm0, %xmm0, %xmm0
	vmovss	%xmm0, (%rdi)
	retq
.LBB0_5:
	cmpq	$32, %rcx
	jae	.LBB0_7
# %bb.6:
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%eax, %eax
	jmp	.LBB0_11
.LBB0_7:
	movq	%rcx, %rax
	andq	$-32, %rax
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%r8d, %r8d
	vxorps	%xmm1, %xmm1, %xmm1
	vxorps	%xmm2, %xmm2, %xmm2
	vxorps	%xmm3, %xmm3, %xmm3
	.p2align	4
.LBB0_8:                                # =>This Inner Loop Header: Depth=1
	vmovups	(%rdx,%r8,4), %ymm4
	vmovups	32(%rdx,%r8,4), %ymm5
	vmovups	64(%rdx,%r8,4), %ymm6
	vmovups	96(%rdx,%r8,4), %ymm7
	vfmadd231ps	(%rsi,%r8,4), %ymm4, %ymm0 # ymm0 = (ymm4 * mem) + ymm0
	vfmadd231ps	32(%rsi,%r8,4), %ymm5, %ymm1 # ymm1 = (ymm5 * mem) + ymm1
	vfmadd231ps	64(%rsi,%r8,4), %ymm6, %ymm2 # ymm2 = (ymm6 * mem) + ymm2
	vfmadd231ps	96(%rsi,%r8,4), %ymm7, %ymm3 # ymm3 = (ymm7 * mem) + ymm3
	addq	$32, %r8
	cmpq	%r8, %rax
	jne	.LBB0_8
# %bb.9:
	vaddps	%ymm0, %ymm1, %ymm0
	vaddps	%ymm2, %ymm3, %ymm1
	vaddps	%ymm0, %ymm1, %ymm0
	vextractf128	$1, %ymm0, %xmm1
	vaddps	%xmm1, %xmm0, %xmm0
	vshufpd	$1, %xmm0, %xmm0, %xmm1         # xmm1 = xmm0[1,0]
	vaddps	%xmm1, %xmm0, %xmm0
	vmovshdup	%xmm0, %xmm1            # xmm1 = xmm0[1,1,3,3]
	vaddss	%xmm1, %xmm0, %xmm0
	cmpq	%rax, %rcx
	je	.LBB0_15
# %bb.10:
	testb	$28, %cl
	je	.LBB0_4
.LBB0_11:
	movq	%rax, %r8
	movq	%rcx, %rax
	andq	$-4, %rax
	vxorps	%xmm1, %xmm1, %xmm1
	vblendps	$1, %xmm0, %xmm1, %xmm0         # xmm0 = xmm0[0],xmm1[1,2,3]
	.p2align	4
.LBB0_12:                               # =>This Inner Loop Header: Depth=1
	vmovups	(%rdx,%r8,4), %xmm1
	vfmadd231ps	(%rsi,%r8,4), %xmm1, %xmm0 # xmm0 = (xmm1 * mem) + xmm0
	addq	$4, %r8
	cmpq	%r8, %rax
	jne	.LBB0_12
# %bb.13:
	vshufpd	$1, %xmm0, %xmm0, %xmm1         # xmm1 = xmm0[1,0]
	vaddps	%xmm1, %xmm0, %xmm0
	vmovshdup	%xmm0, %xmm1            # xmm1 = xmm0[1,1,3,3]
	vaddss	%xmm1, %xmm0, %xmm0
	jmp	.LBB0_14
.LBB0_4:
	vmovss	(%rdx,%rax,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	vfmadd231ss	(%rsi,%rax,4), %xmm1, %xmm0 # xmm0 = (xmm1 * mem) + xmm0
	incq	%rax
.LBB0_14:
	cmpq	%rax, %rcx
	jne	.LBB0_4
.LBB0_15:
	vmovss	%xmm0, (%rdi)
	vzeroupper
	retq
.Lfunc_end0:
	.size	kernel, .Lfunc_end0-kernel
                                        # -- End function
	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
