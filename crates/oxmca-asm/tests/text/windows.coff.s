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
	.seh_endproc
	.seh_endchained
	.seh_endproc
	mov $-8>>1, %eax
	nop
