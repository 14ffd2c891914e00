	.file	"sum.c"
	.text
	.globl	sum                             # -- Begin function sum
	.p2align	4
	.type	sum,@function
sum:                                    # @sum
.Lfunc_begin0:
	.file	0 "/src" "sum.c" md5 0xb18087e33a213c983c41f5959d74ea10
	.cfi_startproc
# %bb.0:
	.loc	0 5 23 prologue_end             # sum.c:5:23
	testl	%esi, %esi
.Ltmp0:
	.loc	0 5 5                           # sum.c:5:5
	jle	.LBB0_1
.Ltmp1:
# %bb.3:
	.loc	0 0 5 is_stmt 0                 # sum.c:0:5
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	.loc	0 5 23                          # sum.c:5:23
	movl	%esi, %r14d
	xorl	%eax, %eax
	xorl	%r15d, %r15d
.Ltmp2:
	.loc	0 0 23                          # :0:23
.Ltmp3:
	.p2align	4
.LBB0_4:                                # =>This Inner Loop Header: Depth=1
	.loc	0 6 11 is_stmt 1                # sum.c:6:11
	addl	(%rdi,%r15,4), %eax
.Ltmp4:
	.loc	0 7 32                          # sum.c:7:32
	cmpl	$77, %eax
	.loc	0 7 13 is_stmt 0                # sum.c:7:13
	je	.LBB0_5
.Ltmp5:
.LBB0_6:                                #   in Loop: Header=BB0_4 Depth=1
	.loc	0 5 29 is_stmt 1                # sum.c:5:29
	incq	%r15
.Ltmp6:
	.loc	0 5 23                          # sum.c:5:23
	cmpq	%r15, %r14
.Ltmp7:
	.loc	0 5 5                           # sum.c:5:5
	jne	.LBB0_4
	jmp	.LBB0_7
.Ltmp8:
.LBB0_5:                                #   in Loop: Header=BB0_4 Depth=1
	.loc	0 0 5 is_stmt 0                 # sum.c:0:5
	movq	%rdi, %r12
.Ltmp9:
	.loc	0 8 17 is_stmt 1                # sum.c:8:17
	movl	$77, %edi
	movl	%esi, %ebx
	callq	rare@PLT
.Ltmp10:
	.loc	0 8 17                          # sum.c:8:17
	movl	%eax, %ebp
	.loc	0 8 27 is_stmt 0                # sum.c:8:27
	movl	%ebx, %edi
	callq	rare@PLT
.Ltmp11:
	.loc	0 0 27                          # sum.c:0:27
	movq	%r12, %rdi
	movl	%ebx, %esi
                                        # kill: def $eax killed $eax def $rax
	.loc	0 8 25 is_stmt 1                # sum.c:8:25
	addl	%ebp, %eax
.Ltmp12:
	.loc	0 0 25 is_stmt 0                # sum.c:0:25
	jmp	.LBB0_6
.Ltmp13:
.LBB0_7:
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r14
.Ltmp14:
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	.cfi_restore %r12
	.cfi_restore %r14
	.cfi_restore %r15
	.cfi_restore %rbp
                                        # kill: def $eax killed $eax killed $rax
	.loc	0 10 5 is_stmt 1                # sum.c:10:5
	retq
.Ltmp15:
.LBB0_1:
	.loc	0 0 5 is_stmt 0                 # sum.c:0:5
	xorl	%eax, %eax
                                        # kill: def $eax killed $eax killed $rax
	.loc	0 10 5 is_stmt 1                # sum.c:10:5
	retq
.Ltmp16:
.Lfunc_end0:
	.size	sum, .Lfunc_end0-sum
	.cfi_endproc
                                        # -- End function
	.globl	scale_twice                     # -- Begin function scale_twice
	.p2align	4
	.type	scale_twice,@function
scale_twice:                            # @scale_twice
.Lfunc_begin1:
	.loc	0 18 0                          # sum.c:18:0
	.cfi_startproc
# %bb.0:
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	pushq	%rax
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movl	%esi, %ebx
	movq	%rdi, %r14
.Ltmp17:
	.loc	0 19 5 prologue_end             # sum.c:19:5
	callq	scale
.Ltmp18:
	.loc	0 20 13                         # sum.c:20:13
	addq	$4, %r14
.Ltmp19:
	.loc	0 20 5 is_stmt 0                # sum.c:20:5
	movq	%r14, %rdi
	movl	%ebx, %esi
	.loc	0 20 5 epilogue_begin           # sum.c:20:5
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
.Ltmp20:
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
.Ltmp21:
	jmp	scale                           # TAILCALL
.Ltmp22:
.Lfunc_end1:
	.size	scale_twice, .Lfunc_end1-scale_twice
	.cfi_endproc
                                        # -- End function
	.p2align	4                               # -- Begin function scale
	.type	scale,@function
scale:                                  # @scale
.Lfunc_begin2:
	.cfi_startproc
# %bb.0:
	.loc	0 14 23 prologue_end is_stmt 1  # sum.c:14:23
	testl	%esi, %esi
.Ltmp23:
	.loc	0 14 5                          # sum.c:14:5
	jle	.LBB2_3
.Ltmp24:
# %bb.1:
	.loc	0 14 23                         # sum.c:14:23
	movl	%esi, %eax
	xorl	%ecx, %ecx
.Ltmp25:
	.loc	0 0 23 is_stmt 0                # :0:23
.Ltmp26:
	.p2align	4
.LBB2_2:                                # =>This Inner Loop Header: Depth=1
	.loc	0 15 14 is_stmt 1               # sum.c:15:14
	movss	(%rdi,%rcx,4), %xmm0            # xmm0 = mem[0],zero,zero,zero
	addss	%xmm0, %xmm0
	movss	%xmm0, (%rdi,%rcx,4)
	.loc	0 14 29                         # sum.c:14:29
	incq	%rcx
.Ltmp27:
	.loc	0 14 23                         # sum.c:14:23
	cmpq	%rcx, %rax
.Ltmp28:
	.loc	0 14 5                          # sum.c:14:5
	jne	.LBB2_2
.Ltmp29:
.LBB2_3:
	.loc	0 16 1                          # sum.c:16:1
	retq
.Ltmp30:
.Lfunc_end2:
	.size	scale, .Lfunc_end2-scale
	.cfi_endproc
                                        # -- End function
