# Local labels, sections between each other, names that are set to others, code before any label.
	nop
	.globl	outer, alias
outer:
	jmp	1f
1:
inner_local:	decl	%eax
	jnz	inner_local
	jz	2f
	.pushsection .text.cold,"ax",@progbits
cold:
	call	outer
	jmp	inner
	jmp	missing
	.popsection
2:
inner:
	jmp	alias
	jmp	outer+2
	jmp	outer@PLT
	.section	.rodata
table:	.quad	inner
	.text
end:
	.set	alias, other
	.set	other, inner
	.data
	.globl	variable
variable:	.long	1
