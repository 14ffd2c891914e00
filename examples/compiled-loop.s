# What a compiler wrote, as it came: directives, unwind information and all.
#
# The region is marked in the source, with inline assembly that holds only the comment:
#
#     for (long i = 0; i < n; i += 8) {
#         __asm volatile("# LLVM-MCA-BEGIN scale" ::: "memory");
#         for (long k = 0; k < 8; k++)
#             out[i + k] = in[i + k] * factor;
#     }
#     __asm volatile("# LLVM-MCA-END scale" ::: "memory");
#
# The markers can move or hinder an optimization: look at the code between them before trusting the report.
# With -S, any compiler's output can be piped in: `clang -O2 -march=haswell -S -o - scale.c | oxmca`.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -instruction-tables

	.file	"scale.c"
	.text
	.globl	scale                           # -- Begin function scale
	.p2align	4
	.type	scale,@function
scale:                                  # @scale
	.cfi_startproc
# %bb.0:
	testq	%rdx, %rdx
	jle	.LBB0_3
# %bb.1:
	vbroadcastss	%xmm0, %ymm0
	xorl	%eax, %eax
	.p2align	4
.LBB0_2:                                # =>This Inner Loop Header: Depth=1
	#APP
	# LLVM-MCA-BEGIN scale
	#NO_APP
	vmulps	(%rsi,%rax,4), %ymm0, %ymm1
	vmovups	%ymm1, (%rdi,%rax,4)
	addq	$8, %rax
	cmpq	%rdx, %rax
	jl	.LBB0_2
.LBB0_3:
	#APP
	# LLVM-MCA-END scale
	#NO_APP
	vzeroupper
	retq
.Lfunc_end0:
	.size	scale, .Lfunc_end0-scale
	.cfi_endproc
                                        # -- End function
	.ident	"clang"
	.section	".note.GNU-stack","",@progbits
	.addrsig
