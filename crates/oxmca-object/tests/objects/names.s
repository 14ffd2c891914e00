# Several names of one place: the last one by its letters is shown, whatever their types are.
	.text
	.globl	user
	.type	user, @function
user:
	leaq	a_text(%rip), %rdi
	ret
	.size	user, . - user
	.section	.rodata
	.type	a_text, @object
a_text:
b_text:
	.asciz	"text"
	.size	a_text, . - a_text
