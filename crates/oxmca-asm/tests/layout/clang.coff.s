	.def	@feat.00;
	.scl	3;
	.type	0;
	.endef
	.globl	@feat.00
@feat.00 = 0
	.file	"sum.c"
	.def	sum;
	.scl	2;
	.type	32;
	.endef
	.text
	.globl	sum                             # -- Begin function sum
	.p2align	4
sum:                                    # @sum
.Lfunc_begin0:
	.cv_func_id 0
	.cv_file	1 "/src/sum.c" "B18087E33A213C983C41F5959D74EA10" 1
	.cv_loc	0 1 3 0                         # sum.c:3:0
.seh_proc sum
# %bb.0:
	pushq	%r15
	.seh_pushreg %r15
	pushq	%r14
	.seh_pushreg %r14
	pushq	%rsi
	.seh_pushreg %rsi
	pushq	%rdi
	.seh_pushreg %rdi
	pushq	%rbx
	.seh_pushreg %rbx
	subq	$32, %rsp
	.seh_stackalloc 32
	.seh_endprologue
.Ltmp0:
	.cv_loc	0 1 5 0                         # sum.c:5:0
	testl	%edx, %edx
	jle	.LBB0_1
.Ltmp1:
# %bb.3:
	movl	%edx, %ebx
	xorl	%eax, %eax
	xorl	%r14d, %r14d
.Ltmp2:
	.p2align	4
.LBB0_4:                                # =>This Inner Loop Header: Depth=1
	.cv_loc	0 1 6 0                         # sum.c:6:0
	addl	(%rcx,%r14,4), %eax
.Ltmp3:
	.cv_loc	0 1 7 0                         # sum.c:7:0
	cmpl	$77, %eax
	je	.LBB0_5
.Ltmp4:
.LBB0_6:                                #   in Loop: Header=BB0_4 Depth=1
	.cv_loc	0 1 5 0                         # sum.c:5:0
	incq	%r14
.Ltmp5:
	.cv_loc	0 1 5 0                         # sum.c:5:0
	cmpq	%r14, %rbx
	jne	.LBB0_4
	jmp	.LBB0_2
.Ltmp6:
.LBB0_5:                                #   in Loop: Header=BB0_4 Depth=1
	.cv_loc	0 1 8 0                         # sum.c:8:0
	movq	%rcx, %r15
.Ltmp7:
	movl	$77, %ecx
	movl	%edx, %esi
	callq	rare
.Ltmp8:
	movl	%eax, %edi
	movl	%esi, %ecx
	callq	rare
	movq	%r15, %rcx
	movl	%esi, %edx
                                        # kill: def $eax killed $eax def $rax
	addl	%edi, %eax
.Ltmp9:
	jmp	.LBB0_6
.Ltmp10:
.LBB0_1:
	xorl	%eax, %eax
.Ltmp11:
.LBB0_2:
	.cv_loc	0 1 10 0                        # sum.c:10:0
                                        # kill: def $eax killed $eax killed $rax
	.seh_startepilogue
	addq	$32, %rsp
	popq	%rbx
	popq	%rdi
	popq	%rsi
	popq	%r14
	popq	%r15
	.seh_endepilogue
	retq
.Ltmp12:
.Lfunc_end0:
	.seh_endproc
                                        # -- End function
	.def	scale_twice;
	.scl	2;
	.type	32;
	.endef
	.globl	scale_twice                     # -- Begin function scale_twice
	.p2align	4
scale_twice:                            # @scale_twice
.Lfunc_begin1:
	.cv_func_id 1
	.cv_loc	1 1 18 0                        # sum.c:18:0
.seh_proc scale_twice
# %bb.0:
	pushq	%rsi
	.seh_pushreg %rsi
	pushq	%rdi
	.seh_pushreg %rdi
	subq	$40, %rsp
	.seh_stackalloc 40
	.seh_endprologue
	movl	%edx, %esi
	movq	%rcx, %rdi
.Ltmp13:
	.cv_loc	1 1 19 0                        # sum.c:19:0
	callq	scale
.Ltmp14:
	.cv_loc	1 1 20 0                        # sum.c:20:0
	addq	$4, %rdi
.Ltmp15:
	movq	%rdi, %rcx
	movl	%esi, %edx
	.seh_startepilogue
	addq	$40, %rsp
	popq	%rdi
	popq	%rsi
.Ltmp16:
	.seh_endepilogue
	jmp	scale                           # TAILCALL
.Ltmp17:
.Lfunc_end1:
	.seh_endproc
                                        # -- End function
	.def	scale;
	.scl	3;
	.type	32;
	.endef
	.p2align	4                               # -- Begin function scale
scale:                                  # @scale
.Lfunc_begin2:
	.cv_func_id 2
# %bb.0:
	.cv_loc	2 1 14 0                        # sum.c:14:0
	testl	%edx, %edx
	jle	.LBB2_3
.Ltmp18:
# %bb.1:
	movl	%edx, %eax
	xorl	%edx, %edx
.Ltmp19:
	.p2align	4
.LBB2_2:                                # =>This Inner Loop Header: Depth=1
	.cv_loc	2 1 15 0                        # sum.c:15:0
	movss	(%rcx,%rdx,4), %xmm0            # xmm0 = mem[0],zero,zero,zero
	addss	%xmm0, %xmm0
	movss	%xmm0, (%rcx,%rdx,4)
	.cv_loc	2 1 14 0                        # sum.c:14:0
	incq	%rdx
.Ltmp20:
	.cv_loc	2 1 14 0                        # sum.c:14:0
	cmpq	%rdx, %rax
	jne	.LBB2_2
.Ltmp21:
.LBB2_3:
	.cv_loc	2 1 16 0                        # sum.c:16:0
	retq
.Ltmp22:
.Lfunc_end2:
                                        # -- End function
