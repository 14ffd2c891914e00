	.section __TEXT,__text,regular,pure_instructions
	.section __TEXT
	.section __TEXT,__much_too_long_name
	.section __TEXT,__x,nosuch
	.section __TEXT,__x,regular,nosuch
	.section __TEXT,__x,symbol_stubs
	.section __TEXT,__x,symbol_stubs,none,16
	.section __TEXT,__x,regular,none,16
	.section __TEXT,__textcoal_nt,coalesced
	.build_version macos, 10, 14 sdk_version 10, 15
	.build_version ios, 10, 14
	.build_version nosuch, 1, 2
	.macosx_version_min 10, 14
	.macosx_version_min 10
	.macosx_version_min 10, 14 junk
	.const
	.cstring junk
	.literal8
	.align 3
	.p2align 3
	.desc f, 5
	.desc f
	.indirect_symbol f
	.lazy_symbol_pointer
	.indirect_symbol f
	.indirect_symbol Lx
	.zerofill __DATA,__bss,z,8,3
	.zerofill __DATA,__bss,z,-8,3
	.zerofill __DATA
	.tbss t, 8, 3
	.bss
	.align 2, 1
	.alt_entry a
	.lsym a, 5
	.linker_option "-lfoo"
	.data_region jt32
	.end_data_region
	.data_region nosuch
	.secure_log_unique x
	.dump "x"
	.load x
	.previous
	.pushsection __DATA,__x
	.popsection
	.popsection
	.text
	.globl _f
_f:
	.cfi_startproc
	mov $1|2+4, %eax
	mov $[1+2], %eax
	## a comment
	nop
	.cfi_endproc
.macro positional
	mov $0, $1
.endm
	positional $5, %eax
Lx:
	.comm c, 8, 3
	.lcomm l, 8, 3
	.weak_definition _f
	.subsections_via_symbols
