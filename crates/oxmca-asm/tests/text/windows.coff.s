	.text
	.data
	.bss junk
	.section .rdata,"dr"
	.section .mine,"bw"
	.section .mine,"bd"
	.section .mine,"q"
	.section .text$f,"xr",discard,f
	.section .text$g,"xr",nosuch,g
	.section .text$g,"xr",discard
	.section .unique,"xr",unique,3
	.section 5
	.linkonce
	.linkonce discard
	.linkonce associative
	.pushsection .pushed,"dw"
	.popsection
	.popsection
	.text
	.def f; .scl 2; .type 32; .endef
	.scl x
	.weak w, v
	.weak 5
	.secrel32 f
	.secrel32 f+4
	.secrel32 f+-4
	.secidx f
	.symidx 5
	.rva f, g+4, h-4
	.rva f+9999999999
	.safeseh f
	.comm c, 8, 3
	.lcomm l, 8, 3
	.seh_pushreg %rbx
	.seh_proc f
	.seh_proc g
	.seh_pushreg %rbx
	.seh_stackalloc 16
	.seh_stackalloc 0
	.seh_stackalloc 3
	.seh_setframe %rbp, 16
	.seh_setframe %rbp, 16
	.seh_savereg %rsi, 4
	.seh_savexmm %xmm6, 8
	.seh_pushframe
	.seh_startepilogue
	.seh_endprologue
	.seh_startepilogue
	.seh_endepilogue
	.seh_endepilogue
	.seh_unwindversion 2
	.seh_unwindversion 2
	.seh_handler h, @unwind, @except
	.seh_handler h, @nosuch
	.seh_handler h
	.seh_handlerdata
	.seh_startchained
	.seh_splitchained
	.seh_handler h, @unwind
	.seh_splitchained
	.seh_push2regs %rbx, %rsi
	.seh_pushreg %r16
	.seh_startepilogue
	.seh_pushreg %rbx
	.seh_endproc
	.seh_splitchained
	.seh_endproc
	.seh_unwindversion 3
	.seh_proc k
	.seh_push2regs %rbx, %r17
	.seh_push2regs %rbx
	.seh_endprologue
	.seh_startepilogue
	.seh_pushreg %rbx
	.seh_endepilogue
	.seh_endproc
	.seh_unwindversion 4
	.cv_def_range .La .Lb, reg_rel_indir, 1, 2, 3
	.prefalign 4, .La, nop
	.prefalign 64, .La, 0
	mov $-8>>1, %eax
	nop
