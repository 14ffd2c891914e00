# Compiled by clang from source-lines.c: each instruction below its source line.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --loop=sum* --source --instruction-info=false --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4,skylake --loop=1 --source
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --lenient --source --instruction-info=false --resource-pressure=false -iterations=3
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 --loop=scale --source -json -summary-view=false --instruction-info=false --resource-pressure=false
	.file	"source-lines.c"
	.text
	.globl	sum_of_squares                  # -- Begin function sum_of_squares
	.p2align	4
	.type	sum_of_squares,@function
sum_of_squares:                         # @sum_of_squares
.Lfunc_begin0:
	.file	0 "." "source-lines.c"
	.loc	0 6 0                           # source-lines.c:6:0
	.cfi_sections .debug_frame
	.cfi_startproc
# %bb.0:
	xorps	%xmm0, %xmm0
.Ltmp0:
	.loc	0 8 24 prologue_end             # source-lines.c:8:24
	testq	%rsi, %rsi
	.loc	0 8 3                           # source-lines.c:8:3
	jle	.LBB0_3
# %bb.1:
	.loc	0 0 3 is_stmt 0                 # source-lines.c:0:3
	xorl	%eax, %eax
	.p2align	4
.LBB0_2:                                # =>This Inner Loop Header: Depth=1
	.loc	0 9 19                          # source-lines.c:9:19
	movss	(%rdi,%rax,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
.Ltmp1:
	.loc	0 3 12 is_stmt 1                # source-lines.c:3:12 @[ source-lines.c:9:12 ]
	mulss	%xmm1, %xmm1
.Ltmp2:
	.loc	0 9 9                           # source-lines.c:9:9
	addss	%xmm1, %xmm0
	.loc	0 8 35                          # source-lines.c:8:35
	incq	%rax
	.loc	0 8 24                          # source-lines.c:8:24
	cmpq	%rax, %rsi
	.loc	0 8 3                           # source-lines.c:8:3
	jne	.LBB0_2
.LBB0_3:
	.loc	0 10 3                          # source-lines.c:10:3
	retq
.Ltmp3:
.Lfunc_end0:
	.size	sum_of_squares, .Lfunc_end0-sum_of_squares
	.cfi_endproc
                                        # -- End function
	.globl	scale                           # -- Begin function scale
	.p2align	4
	.type	scale,@function
scale:                                  # @scale
.Lfunc_begin1:
	.cfi_startproc
# %bb.0:
	.loc	0 14 24 prologue_end            # source-lines.c:14:24
	testq	%rsi, %rsi
	.loc	0 14 3                          # source-lines.c:14:3
	jle	.LBB1_3
# %bb.1:
	.loc	0 0 3 is_stmt 0                 # source-lines.c:0:3
	xorl	%eax, %eax
	.p2align	4
.LBB1_2:                                # =>This Inner Loop Header: Depth=1
	movss	(%rdi,%rax,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	.loc	0 15 15 is_stmt 1               # source-lines.c:15:15
	mulss	%xmm0, %xmm1
	movss	%xmm1, (%rdi,%rax,4)
	.loc	0 14 35                         # source-lines.c:14:35
	incq	%rax
	.loc	0 14 24                         # source-lines.c:14:24
	cmpq	%rax, %rsi
	.loc	0 14 3                          # source-lines.c:14:3
	jne	.LBB1_2
.LBB1_3:
	.loc	0 16 1                          # source-lines.c:16:1
	retq
.Ltmp4:
.Lfunc_end1:
	.size	scale, .Lfunc_end1-scale
	.cfi_endproc
                                        # -- End function
