# A sum as `gcc -g -masm=intel` writes it, between OSACA's markers: line tables with views, movsx from 32 bits.
#
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -lenient
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake -lenient --function=sum
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=skylake
	.file	"sum.c"
	.intel_syntax noprefix
	.text
	.file 0 "/src" "sum.c"
	.file 1 "sum.c"
	.globl	sum
	.type	sum, @function
sum:
	.loc 1 4 30 view -0
	.cfi_startproc
	lea	rsi, [rdi+rsi*4]
	mov	eax, 0
# OSACA-BEGIN
.L3:
	.loc 1 7 9 is_stmt 1 discriminator 3 view .LVU5
	mov	edx, DWORD PTR [rdi]
	movsx	rdx, edx
	add	rax, rdx
	add	rdi, 4
	cmp	rdi, rsi
	jne	SHORT .L3
# OSACA-END
	ret
	.cfi_endproc
	.size	sum, .-sum
	.unheard_of 1
