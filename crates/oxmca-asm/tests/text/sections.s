	.section .mine
	.section .mine,"aw",@progbits
	.section .mine,"ax",@progbits
	.section .mine,"a",@nobits
	.section .text.hot,"ax",%progbits
	.section .text
	.section .data,"ax"
	.section .rodata.cst16,"aM",@progbits,16
	.section .rodata.cst16,"aM",@progbits,8
	.section .rodata.str,"aMS",@progbits
	.section .rodata.str,"aMS"
	.section .rodata.str,"aMS",@progbits,0
	.section .group,"aG",@progbits,signature,comdat
	.section .group,"aG",@progbits,signature,other
	.section .group,"aG",@progbits
	.section .group,"aG?",@progbits,signature
	.section .linked,"ao",@progbits,.text
	.section .linked,"ao",@progbits,nosuch
	.section .linked,"ao",@progbits,0
	.section .unique,"a",@progbits,unique,1
	.section .unique,"a",@progbits,unique,-1
	.section .unique,"a",@progbits,unique,4294967295
	.section .unique,"a",@progbits,onlyone,1
	.section .flags,"q"
	.section .flags,"0x2",@progbits
	.section .type,"a",@nosuch
	.section .type,"a",@0x7
	.section .type,"a",progbits
	.section .eh_frame,"a",@progbits
	.section .eh_frame,"a",@unwind
	.section .note.GNU-stack,"",@progbits
	.section "quoted name","a"
	.section .sun,#alloc,#write
	.section .sun,#nosuch
	.section
	.section .more,"a",@progbits junk
	.section .init_array,"aw"
	.text 1
	.text a
	.text -1
	.data 1 2
	.subsection 3
	.subsection 3 4
	.subsection b
	.previous
	.pushsection .pushed,"aw",@progbits
	.pushsection .pushed, 2, "aw", @progbits
	.pushsection ,
	.popsection
	.popsection
	.popsection
	.bss
	.tbss
	.tdata
	.rodata
taken:
	.section taken
.text:
	nop
