# Mach-O needs every assembler-local symbol defined. Those that are not are reported in the order of
# LLVM's hash table, which grows as names come; two are of a length that is hashed in another way.
# oxmca: -mtriple=x86_64-apple-macosx13.0.0 -mcpu=znver4
start:
	jmp	L1
	jmp	LBB0_1
	jne	Lfunc_begin0
	leaq	Ltmp0-Ltmp1(%rip), %rax
	leaq	L_.str(%rip), %rdi
	leaq	L_OBJC_SELECTOR_REFERENCES_(%rip), %rsi
	callq	_printf
Ldefined:
	jmp	Ldefined
	jmp	1f
1:	jmp	1b
	movq	L_symbol_whose_name_has_more_than_a_hundred_and_twenty_eight_bytes_which_compilers_write_for_templates_of_templates_of_templates_as_one_knows(%rip), %rax
	jmp	La
	jmp	Lbc
	jmp	Ldef
	jmp	L_eight_b
	jmp	L_seventeen_bytes
	movq	L_symbol_whose_name_has_more_than_two_hundred_and_forty_bytes_which_compilers_write_for_templates_of_templates_of_templates_of_templates_of_templates_of_templates_of_templates_of_templates_of_templates_of_templates_of_templates_of_templates_of_templates(%rip), %rax
	jmp	Lset0
	jmp	Lset1
	jmp	Lset2
	jmp	Lset3
	jmp	Lset4
	jmp	Lset5
	jmp	Lset6
	jmp	Lset7
Lset3 = Lset4 - Ltmp2
Lset4:
