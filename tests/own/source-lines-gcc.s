# Compiled by gcc from source-lines.c: each instruction below its source line.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --loop=sum* --source --instruction-info=false --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4 --loop=1 --loop=2 --source --instruction-info=false --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=atom --line=source-lines.c:15 --source --instruction-info=false --resource-pressure=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 --function=scale --source -instruction-tables -instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --loop=scale --source --json=full --all-views=false
	.file	"source-lines.c"
	.text
.Ltext0:
	.cfi_sections	.debug_frame
	.file 0 "." "source-lines.c"
	.globl	sum_of_squares
	.type	sum_of_squares, @function
sum_of_squares:
.LFB1:
	.file 1 "source-lines.c"
	.loc 1 6 54
	.cfi_startproc
.LBB5:
	.loc 1 8 24
	testq	%rsi, %rsi
	jle	.L4
	movq	%rdi, %rax
	leaq	(%rdi,%rsi,4), %rdx
.LBE5:
	.loc 1 7 9
	pxor	%xmm1, %xmm1
.L3:
.LBB8:
	.loc 1 9 12 discriminator 3
	movss	(%rax), %xmm0
.LBB6:
.LBB7:
	.loc 1 3 12 discriminator 3
	mulss	%xmm0, %xmm0
.LBE7:
.LBE6:
	.loc 1 9 9 discriminator 3
	addss	%xmm0, %xmm1
	.loc 1 8 24 discriminator 3
	addq	$4, %rax
	cmpq	%rdx, %rax
	jne	.L3
.L1:
.LBE8:
	.loc 1 11 1
	movaps	%xmm1, %xmm0
	ret
.L4:
	.loc 1 7 9
	pxor	%xmm1, %xmm1
	.loc 1 10 10
	jmp	.L1
	.cfi_endproc
.LFE1:
	.size	sum_of_squares, .-sum_of_squares
	.globl	scale
	.type	scale, @function
scale:
.LFB2:
	.loc 1 13 48
	.cfi_startproc
.LBB9:
	.loc 1 14 24
	testq	%rsi, %rsi
	jle	.L6
	movq	%rdi, %rax
	leaq	(%rdi,%rsi,4), %rdx
.L8:
	.loc 1 15 15 discriminator 3
	movaps	%xmm0, %xmm1
	mulss	(%rax), %xmm1
	movss	%xmm1, (%rax)
	.loc 1 14 24 discriminator 3
	addq	$4, %rax
	cmpq	%rdx, %rax
	jne	.L8
.L6:
.LBE9:
	.loc 1 16 1
	ret
	.cfi_endproc
.LFE2:
	.size	scale, .-scale
