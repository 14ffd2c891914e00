# A function for Windows, with unwind directives and COFF symbols.
# oxmca: -mtriple=x86_64-pc-windows-msvc -mcpu=znver3 -iterations=5
	.text
	.def	@feat.00;
	.scl	3;
	.type	0;
	.endef
	.globl	@feat.00
.set @feat.00, 0
	.file	"sum.c"
	.def	sum;
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",one_only,sum
	.globl	sum
	.p2align	4
sum:
.seh_proc sum
	pushq	%rsi
	.seh_pushreg %rsi
	subq	$48, %rsp
	.seh_stackalloc 48
	movaps	%xmm6, 32(%rsp)
	.seh_savexmm %xmm6, 32
	.seh_endprologue
	movq	%rcx, %rsi
	movq	__imp_helper(%rip), %rax
	callq	*%rax
	addss	(%rsi), %xmm6
	mulss	__real@3f800000(%rip), %xmm6
	movaps	%xmm6, %xmm0
	movaps	32(%rsp), %xmm6
	addq	$48, %rsp
	popq	%rsi
	retq
	.seh_endproc
	.section	.rdata,"dr"
	.globl	__real@3f800000
__real@3f800000:
	.long	0x3f800000
