# A whole function in the other compiler's manner: numbered labels, LFB markers, split cold part, old sections.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=haswell -iterations=10 -skip-unsupported-instructions=parse-failure
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=znver1 -iterations=10 -skip-unsupported-instructions=any
	.file	"scale.c"
	.text
.Ltext0:
	.file 1 "scale.c"
	.section	.text.unlikely,"ax",@progbits
.LCOLDB0:
	.text
.LHOTB0:
	.p2align 4,,15
	.globl	scale
	.type	scale, @function
scale:
.LVL0:
.LFB7:
	.loc 1 4 1 view -0
	.cfi_startproc
	.loc 1 5 3 is_stmt 0 view .LVU1
	testq	%rsi, %rsi
	je	.L1
	vpbroadcastd	.LC0(%rip), %ymm2
	leaq	(%rdi,%rsi,4), %rax
	.p2align 4,,10
	.p2align 3
.L3:
	vpmulld	(%rdi), %ymm2, %ymm0
	addq	$32, %rdi
	vmovdqu	%ymm0, -32(%rdi)
	cmpq	%rax, %rdi
	jne	.L3
	vzeroupper
.L1:
	ret
	.cfi_endproc
.LFE7:
	.section	.text.unlikely
	.cfi_startproc
	.type	scale.cold, @function
scale.cold:
.LFSB7:
	ud2
	.cfi_endproc
	.text
	.size	scale, .-scale
	.section	.text.unlikely
	.size	scale.cold, .-scale.cold
	.section	.rodata.cst4,"aM",@progbits,4
	.align 4
.LC0:
	.long	2139095040
	.text
.Letext0:
	.ident	"GCC"
	.section	.note.GNU-stack,"",@progbits
